from django.apps import AppConfig
from django.db.backends.signals import connection_created


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from accounts import announcements  # noqa: PLC0415 (models are there only now)
        from games import journal  # noqa: PLC0415
        from games.actions import belongings, people  # noqa: PLC0415
        from games.actions.races import people as racers  # noqa: PLC0415

        connection_created.connect(journal.prove_durable)
        announcements.merging.connect(people.take_over)
        announcements.merging.connect(racers.take_over)
        announcements.deleting.connect(racers.withdraw)  # before the next, which locks the player
        announcements.deleting.connect(people.leave)
        announcements.preferring.connect(people.prefer)
        announcements.exporting.connect(belongings.export)
        announcements.exporting.connect(racers.export)
