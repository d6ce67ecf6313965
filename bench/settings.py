from klondike_service.settings import *  # noqa: F403

ROOT_URLCONF = "bench.served"
