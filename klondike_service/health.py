"""For load balancers and supervisors: is the process alive, and can it serve?"""

from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe
from redis.exceptions import RedisError


@require_safe
def alive(request: HttpRequest) -> HttpResponse:
    return JsonResponse({"status": "ok"})


@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """503 while the database or the shared cache does not answer, naming which."""
    waits_for = []
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        waits_for.append("database")
    try:
        cache.get("ready")
    except RedisError:
        waits_for.append("redis")
    body = {"status": "waiting" if waits_for else "ok", "waits_for": waits_for}
    return JsonResponse(body, status=503 if waits_for else 200)
