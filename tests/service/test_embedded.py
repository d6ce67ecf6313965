from pathlib import Path

from tests.service.process import run


def test_without_redis_the_serving_process_runs_tasks_and_the_schedule_itself(tmp_path: Path) -> None:
    script = """
import queue, threading, time, django
django.setup()
from klondike_service import embedded
from klondike_service.celery import app

ran = queue.Queue()

@app.task(queue="solver")
def by_call():
    ran.put("by call")

@app.task(name="by_time")
def by_time():
    ran.put("by time")

app.conf.beat_schedule = {"often": {"task": "by_time", "schedule": 0.5}}
with embedded.worker():
    by_call.delay()
    seen = {ran.get(timeout=20), ran.get(timeout=20), ran.get(timeout=20)}
print(sorted(seen), [thread.name for thread in threading.enumerate() if thread.name == "worker"])
"""
    result = run("-c", script, var=tmp_path, DJANGO_SETTINGS_MODULE="klondike_service.settings")
    assert result.stdout == "['by call', 'by time'] []\n", result.stderr
