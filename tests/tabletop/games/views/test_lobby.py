"""The order of what the first page lists as on now."""

import pytest
from django.utils import timezone

from tabletop.games.models import Table
from tests.cast import ALICE, CHARLIE, act, browser, deployed

pytestmark = pytest.mark.django_db


def test_battles_still_fought_stand_before_those_that_are_over():
    live, over = deployed(), deployed()
    act(over, ALICE, type="Concede", side="a")
    Table.objects.filter(pk__in=[live.pk, over.pk]).update(public=True)
    Table.objects.filter(pk=over.pk).update(updated_at=timezone.now())
    listed = [card.code for card in browser(CHARLIE).get("/").context["public"]]
    assert [code for code in listed if code in (live.code, over.code)] == [live.code, over.code]
