"""Forms about people, drawn with the classes of the style sheet."""

from typing import Any

from django import forms
from django.contrib.auth import forms as auth_forms

from tabletop.accounts.models import User


class Styled(forms.BaseForm):
    """A form whose inputs look like those of the rest of the site."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs["class"] = "input"


class SignInForm(Styled, auth_forms.AuthenticationForm):
    """Name and password."""


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


class DeleteForm(Styled, forms.Form):
    """The password once more, so that nobody else deletes an account that was left open."""

    password = forms.CharField(label="Your password", widget=forms.PasswordInput, strip=False)

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_password(self) -> str:
        """The right one."""
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise forms.ValidationError("That is not your password.")
        return password


class ForgottenForm(Styled, auth_forms.PasswordResetForm):
    """The address that a link is sent to."""


class NewPasswordForm(Styled, auth_forms.SetPasswordForm):  # type: ignore[type-arg]
    """A new password twice."""
