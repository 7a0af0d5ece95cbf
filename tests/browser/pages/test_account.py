"""Signing up and in by clicking, on a desktop and on a phone."""

from playwright.sync_api import expect

from tests.browser.people import People
from tests.live import LiveServer


def test_a_person_signs_up_and_in_again_on_a_phone(town: LiveServer, people: People) -> None:
    page = people.open("Alice", f"{town.url}/account/sign-up?next=/account/")
    page.get_by_label("Name").fill("Alice")
    page.get_by_label("Password", exact=True).fill("harrow-ford-72")
    page.get_by_label("Password confirmation").fill("harrow-ford-72")
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()

    phone = people.open_phone("Alice's phone", f"{town.url}/account/sign-in?next=/account/")
    phone.get_by_label("Name").fill("Alice")
    phone.get_by_label("Password").fill("wrong")
    phone.get_by_role("button", name="Sign in").click()
    expect(phone.get_by_role("alert")).to_be_visible()
    phone.get_by_label("Password").fill("harrow-ford-72")
    phone.get_by_role("button", name="Sign in").click()
    expect(phone.get_by_role("heading", name="Your account")).to_be_visible()
