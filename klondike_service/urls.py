"""Every path the service answers."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView
from drf_spectacular.views import SpectacularJSONAPIView, SpectacularSwaggerView

from accounts.routes import route
from games.api.root import Root
from klondike_service import health

urlpatterns = [
    path("", RedirectView.as_view(pattern_name="docs")),
    path("healthz", health.alive),
    path("readyz", health.ready),
    path("admin/", admin.site.urls),
    path("api/docs/", SpectacularSwaggerView.as_view(url_name="schema"), name="docs"),
    route("api/v1", Root),
    route("api/v1/schema", SpectacularJSONAPIView, name="schema"),
    path("api/v1/accounts/", include("accounts.urls")),
    path("api/v1/", include("games.api.urls")),
]
handler400 = "accounts.handlers.bad_request"
handler403 = "accounts.handlers.forbidden"
handler404 = "accounts.handlers.not_found"
handler500 = "accounts.handlers.server_error"
