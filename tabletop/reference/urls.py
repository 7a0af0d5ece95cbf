"""Addresses of the rulebook."""

from django.urls import path, re_path

from tabletop.reference import views

urlpatterns = [
    path("", views.rulebook, name="rulebook"),
    path("switches/", views.switches, name="rulebook_switches"),
    path("dice/", views.dice, name="rulebook_dice"),
    re_path(r"^(?P<rule_id>[A-Za-z]{3,4}-[A-Za-z]{2,6}-\d{2})/$", views.rule, name="rulebook_rule"),
    re_path(r"^(?P<key>[A-Za-z]{3,4}-[A-Za-z]{2,6})/$", views.topic, name="rulebook_topic"),
    re_path(r"^(?P<key>[A-Za-z]{3,4})/$", views.ledger, name="rulebook_ledger"),
]
