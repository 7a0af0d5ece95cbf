"""How templates are read."""

from pathlib import Path

from django.template.loader import get_template, render_to_string


def test_the_indentation_of_templates_is_not_sent() -> None:
    page = render_to_string("404.html")
    assert "\n<body" in page
    assert not [line for line in page.splitlines() if line.startswith((" ", "\t"))]


def test_texts_of_mails_and_lines_of_messages_stay_as_they_are() -> None:
    assert get_template("accounts/forgotten_mail.txt").template.source.count("\n") > 3
    written = (Path(__file__).resolve().parents[3] / "templates/404.html").read_text()
    assert get_template("404.html").template.source.count("\n") == written.count("\n")
