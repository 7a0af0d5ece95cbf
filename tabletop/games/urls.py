"""Addresses of the lobby and the tables."""

from django.urls import URLPattern, URLResolver, path, re_path

from tabletop.games.views import commands, ending, lobby, pages, play, questions, replay, seal, seats, set_up

app_name = "games"

_SEAT = r"^tables/(?P<code>[-\w]+)/seat/(?P<what>leave|hand-over|remove|welcome|host|decline)$"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", lobby.lobby, name="lobby"),
    path("join", lobby.by_code, name="by-code"),
    path("tables/open", set_up.open_table, name="open"),
    path("tables/<slug:code>/", pages.play, name="play"),
    path("tables/<slug:code>/join", seats.join, name="join"),
    path("tables/<slug:code>/change", set_up.change, name="change"),
    path("tables/<slug:code>/stand-up/<str:side>", seats.stand_up, name="stand-up"),
    path("tables/<slug:code>/room", seats.room, name="room"),
    path("tables/<slug:code>/screen", pages.screen, name="screen"),
    path("tables/<slug:code>/watch", pages.watch, name="watch"),
    path("tables/<slug:code>/dice", seal.dice, name="dice"),
    path("tables/<slug:code>/end", ending.end, name="end"),
    path("replays/<slug:code>/", replay.replay, name="replay"),
    path("tables/<slug:code>/luck", replay.luck, name="luck"),
    path("replays/<slug:code>/moment", replay.moment, name="moment"),
    # questions
    path("tables/<slug:code>/preview", questions.preview_action, name="preview"),
    path("tables/<slug:code>/mine", play.mine, name="mine"),
    path("tables/<slug:code>/seats", play.seats, name="seats"),
    path("tables/<slug:code>/ground", play.ground_now, name="ground-now"),
    path("tables/<slug:code>/sight", play.sight, name="sight"),
    path("tables/<slug:code>/plan", play.plan, name="plan"),
    path("tables/<slug:code>/odds", play.odds, name="odds"),
    path("tables/<slug:code>/dock", questions.dock, name="dock"),
    path("tables/<slug:code>/units/<slug:unit>", questions.unit_card, name="unit"),
    path("tables/<slug:code>/moment", questions.moment, name="looked-back"),
    path("tables/<slug:code>/log", questions.earlier, name="log"),
    path("tables/<slug:code>/log.json", questions.export, name="export"),
    # commands
    path("tables/<slug:code>/act", commands.act, name="act"),
    path("tables/<slug:code>/undo", commands.undo, name="undo"),
    path("tables/<slug:code>/redo", commands.redo, name="redo"),
    path("tables/<slug:code>/ruling", commands.ruling, name="ruling"),
    path("tables/<slug:code>/proposals/<int:proposal>/agree", commands.agree, name="agree"),
    path("tables/<slug:code>/proposals/<int:proposal>/refuse", commands.disagree, name="refuse"),
    path("tables/<slug:code>/dispute", commands.dispute, name="dispute"),
    path("tables/<slug:code>/disputes/<int:proposal>/<slug:way>", commands.settle_dispute, name="settle-dispute"),
    path("tables/<slug:code>/asking/<int:proposal>", commands.seat_answer, name="seat-chosen"),
    path("tables/<slug:code>/asking/<int:proposal>/<slug:way>", commands.seat_answer, name="seat-answer"),
    path("tables/<slug:code>/react", commands.react, name="react"),
    path("tables/<slug:code>/chat", commands.chat, name="chat"),
    re_path(_SEAT, commands.seat, name="seat"),
    path("tables/<slug:code>/set-up", commands.set_up, name="set-up"),
    path("tables/<slug:code>/army", commands.army, name="army"),
    path("tables/<slug:code>/entropy", commands.entropy, name="entropy"),
    path("tables/<slug:code>/seed", seal.publish, name="seed"),
    path("tables/<slug:code>/rematch", ending.rematch, name="rematch"),
    path("tables/<slug:code>/start", commands.start, name="start"),
    path("tables/<slug:code>/pause", commands.pause, name="pause"),
    path("tables/<slug:code>/resume", commands.resume, name="resume"),
    path("tables/<slug:code>/settle", commands.settle, name="settle"),
]
