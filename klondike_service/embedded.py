"""A Celery worker and its scheduler inside the serving process, for a service that runs without Redis.

Tasks then wait in memory: a restart forgets them, so what is wanted must stand in the database too. Time limits
do not work in a thread; tasks keep their own budgets.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

from celery.beat import EmbeddedService

from klondike_service.celery import app


@contextmanager
def worker() -> Iterator[None]:
    """Runs tasks of all queues, one at a time, while the context is open."""
    queues = ",".join(queue.name for queue in app.conf.task_queues)
    controller = app.WorkController(pool_cls="solo", queues=queues, without_gossip=True, without_mingle=True)
    working = Thread(target=controller.start, name="worker", daemon=True)
    scheduler = EmbeddedService(app, thread=True)
    assert isinstance(scheduler, Thread)
    # What is scheduled is done at the start too: a service that is often stopped may never run an hour.
    for entry in app.conf.beat_schedule.values():
        app.send_task(entry["task"])
    working.start()
    scheduler.start()
    try:
        yield
    finally:
        scheduler.stop()
        controller.stop()
        working.join(10)
