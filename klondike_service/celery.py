"""The Celery application: `celery -A klondike_service worker` and `… beat`."""

import os

import django
from celery import Celery
from celery.signals import import_modules

from klondike_service import durability

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "klondike_service.settings")


@import_modules.connect  # ahead of the application, which has Django check itself then: that may open a connection
def start(**_: object) -> None:
    django.setup()
    durability.demand()


app = Celery("klondike_service")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
