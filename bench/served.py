"""The service's settings and paths, and one more path: the empty DRF view that the move is measured against."""

from typing import ClassVar

from django.urls import path
from django.urls.resolvers import URLPattern, URLResolver
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from klondike_service.urls import *  # noqa: F403
from klondike_service.urls import urlpatterns as served


class Empty(APIView):
    """No authentication, no throttle, no work."""

    authentication_classes: ClassVar = ()
    permission_classes: ClassVar = ()
    throttle_classes: ClassVar = ()

    def get(self, request: Request) -> Response:
        return Response({})


urlpatterns: list[URLPattern | URLResolver] = [path("api/v1/empty", Empty.as_view()), *served]
