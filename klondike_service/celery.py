"""The Celery application: `celery -A klondike_service worker` and `… beat`."""

import os

from celery import Celery
from celery.signals import worker_init

from klondike_service import durability

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "klondike_service.settings")

app = Celery("klondike_service")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_init.connect
def start(**_: object) -> None:
    durability.demand()
