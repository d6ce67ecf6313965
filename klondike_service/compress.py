"""gzip for answers that gain from it: a move's answer is smaller than what compressing it costs."""

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

WORTH_BYTES = 1024


class Compress(GZipMiddleware):
    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if isinstance(response, HttpResponse) and len(response.content) <= WORTH_BYTES:
            return response
        return super().process_response(request, response)
