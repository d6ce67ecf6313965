from __future__ import annotations

from django.urls import register_converter

from accounts.routes import route
from games.api import (
    commands,
    daily,
    deals,
    following,
    friends,
    games,
    leaderboards,
    players,
    quick,
    race_commands,
    races,
    solver,
)


class DealNumber:
    """Unsigned, in decimal."""

    regex = "[0-9]{1,20}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


class Code:
    """Of a share or a race, as people type it, or mistype it."""

    regex = r"[^/\0]{1,16}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(DealNumber, "number")
register_converter(Code, "code")

urlpatterns = [
    route("games", games.ManyGames),
    route("games/<id:game>", games.OneGame),
    route("games/<id:game>/moves", commands.Moves),
    route("games/<id:game>/undo", commands.Undo),
    route("games/<id:game>/redo", commands.Redo),
    route("games/<id:game>/auto", commands.Auto),
    route("games/<id:game>/finish", commands.Finish),
    route("games/<id:game>/pause", commands.Pause),
    route("games/<id:game>/resume", commands.Resume),
    route("games/<id:game>/concede", commands.Concede),
    route("games/<id:game>/restart", games.Restart),
    route("games/<id:game>/share", commands.Share),
    route("games/<id:game>/import", commands.Import),
    route("games/<id:game>/events", following.Events),
    route("games/<id:game>/replay", following.Replayed),
    route("games/<id:game>/legal-moves", following.Legal),
    route("games/<id:game>/hint", following.Hinted),
    route("games/<id:game>/field", players.Field),
    route("games/<id:game>/export", following.Export),
    route("games/<id:game>/winnable", solver.Winnable),
    route("games/<id:game>/solution", solver.Solved),
    route("deals/<number:number>", deals.Numbered),
    route("deals/<number:number>/solution", solver.NumberSolved),
    route("deals/codes/<code:code>", deals.Coded),
    route("deals/daily", daily.Today),
    route("deals/daily/archive", daily.Archive),
    route("deals/daily/<day:day>", daily.OneDay),
    route("deals/verify", deals.Verified),
    route("races", races.ManyRaces),
    route("races/join", race_commands.Join),
    route("races/quick", quick.Quick),
    route("races/codes/<code:code>", races.CodedRace),
    route("races/<id:race>", races.OneRace),
    route("races/<id:race>/events", races.RaceEvents),
    route("races/<id:race>/replay", races.RaceReplay),
    route("races/<id:race>/ready", race_commands.Ready),
    route("races/<id:race>/leave", race_commands.Leave),
    route("races/<id:race>/forfeit", race_commands.Forfeit),
    route("races/<id:race>/claim", race_commands.Claim),
    route("races/<id:race>/rematch", race_commands.Rematch),
    route("leaderboards/<board:board>", leaderboards.Leaderboard),
    route("friends", friends.ManyFriends),
    route("friends/blocks", friends.Blocks),
    route("friends/blocks/<id:player>", friends.OneBlock),
    route("friends/<id:player>", friends.OneFriend),
    route("friends/<id:player>/accept", friends.Accept),
    route("operator/shelf", solver.Shelves),
    route("accounts/players/<str:name>", players.OnePlayer),
    route("accounts/players/<str:name>/plots", players.PlayersPlots),
    route("accounts/me/statistics", players.MyStatistics),
    route("accounts/me/plots", players.MyPlots),
]
