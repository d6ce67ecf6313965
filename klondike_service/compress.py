"""gzip for answers that gain from it: a move's answer is smaller than what compressing it costs."""

import re

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

WORTH_BYTES = 1024
UNWANTED = re.compile(r"\bgzip\s*;\s*q=0(\.0*)?\s*(,|$)")
"""In Accept-Encoding; Django looks for the word alone."""


class Compress(GZipMiddleware):
    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if isinstance(response, HttpResponse) and len(response.content) <= WORTH_BYTES:
            return response
        if UNWANTED.search(request.headers.get("Accept-Encoding", "")):
            patch_vary_headers(response, ("Accept-Encoding",))
            return response
        return super().process_response(request, response)
