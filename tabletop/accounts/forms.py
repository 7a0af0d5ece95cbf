"""Forms about people, drawn with the classes of the style sheet."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth import forms as auth_forms

from tabletop.accounts import passwords
from tabletop.accounts.models import User
from tabletop.ui.refused import Refused


class Styled(forms.BaseForm):
    """A form whose inputs look like those of the rest of the site."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs["class"] = "input"


class Limited(auth_forms.AuthenticationForm):
    """Name and password, not to be tried in bulk."""

    def clean(self) -> dict[str, Any]:
        """Sign in, unless too many wrong ones were tried."""
        name = self.cleaned_data.get("username") or ""
        if not name or not self.cleaned_data.get("password"):
            return super().clean()
        _counted(lambda: passwords.take(self.request, name))
        cleaned = super().clean()
        passwords.give_back(self.request, name)
        return cleaned


def _counted(take: Callable[[], None]) -> None:
    try:
        take()
    except Refused as refused:
        said = f"{refused.refusal.message} {refused.refusal.allowed.capitalize()}."
        raise forms.ValidationError(said, code=refused.code) from None


class SignInForm(Styled, Limited):
    """Name and password."""


class AdminSignInForm(Limited, AdminAuthenticationForm):
    """The same for the administration."""


class SignUpForm(Styled, auth_forms.UserCreationForm[User]):
    """A name, a password twice, and an address for those who may forget it."""

    class Meta:
        model = User
        fields = ("username", "email")
        labels = {"username": "Name", "email": "E-mail address (optional)"}
        help_texts = {
            "username": "Letters, digits and @ . + - _ only.",
            "email": "Only used when you forget your password.",
        }


class AccountForm(Styled, forms.ModelForm[User]):
    """What a person may change about themselves."""

    class Meta:
        model = User
        fields = ("username", "email")
        labels = SignUpForm.Meta.labels
        help_texts = SignUpForm.Meta.help_texts


class ChangePasswordForm(Styled, auth_forms.PasswordChangeForm):
    """The old password, and a new one twice."""

    def clean_old_password(self) -> str:
        """The right one, not tried in bulk."""
        key = f"u{self.user.pk}"
        _counted(lambda: passwords.again.take("", key))
        password = super().clean_old_password()
        passwords.again.give_back("", key)
        return password


class DeleteForm(Styled, forms.Form):
    """The password once more, so that nobody else deletes an account that was left open."""

    password = forms.CharField(label="Your password", widget=forms.PasswordInput, strip=False)

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_password(self) -> str:
        """The right one."""
        password: str = self.cleaned_data["password"]
        key = f"u{self.user.pk}"
        _counted(lambda: passwords.again.take("", key))
        if not self.user.check_password(password):
            raise forms.ValidationError("That is not your password.")
        passwords.again.give_back("", key)
        return password


class ForgottenForm(Styled, auth_forms.PasswordResetForm):
    """The address that a link is sent to."""


class NewPasswordForm(Styled, auth_forms.SetPasswordForm):  # type: ignore[type-arg]
    """A new password twice."""
