from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from accounts import announcements  # noqa: PLC0415 (models are there only now)
        from games.actions import belongings, people  # noqa: PLC0415

        announcements.merging.connect(people.take_over)
        announcements.deleting.connect(people.leave)
        announcements.preferring.connect(people.prefer)
        announcements.exporting.connect(belongings.export)
