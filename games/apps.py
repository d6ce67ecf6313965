from django.apps import AppConfig
from django.db.backends.signals import connection_created
from django.db.models.signals import post_delete, post_save


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from allauth.account.models import EmailAddress  # noqa: PLC0415 (models are there only now)

        from accounts import announcements  # noqa: PLC0415
        from accounts.models import Player  # noqa: PLC0415
        from games import journal  # noqa: PLC0415
        from games.actions import belongings, people  # noqa: PLC0415
        from games.actions.boards import people as ranked  # noqa: PLC0415
        from games.actions.friends import people as befriended  # noqa: PLC0415
        from games.actions.races import people as racers  # noqa: PLC0415
        from games.actions.ratings import people as rated  # noqa: PLC0415
        from games.live import kicking  # noqa: PLC0415

        connection_created.connect(journal.prove_durable)
        announcements.merging.connect(people.take_over)
        announcements.merging.connect(racers.take_over)
        announcements.deleting.connect(racers.withdraw)  # before the next, which locks the player
        announcements.deleting.connect(people.leave)
        announcements.merging.connect(ranked.take_over)
        announcements.merging.connect(befriended.take_over)
        announcements.deleting.connect(ranked.leave)
        announcements.deleting.connect(befriended.leave)
        announcements.preferring.connect(people.prefer)
        announcements.exporting.connect(belongings.export)
        announcements.exporting.connect(racers.export)
        announcements.exporting.connect(befriended.export)
        announcements.exporting.connect(rated.export)
        announcements.signed_out.connect(kicking.signed_out)
        post_save.connect(ranked.follow, sender=Player)
        post_save.connect(ranked.verify, sender=EmailAddress)
        post_delete.connect(ranked.verify, sender=EmailAddress)
