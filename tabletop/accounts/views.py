"""Signing up, signing in, and a forgotten password."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import login, logout, views
from django.contrib.auth.forms import AuthenticationForm, PasswordResetForm
from django.contrib.auth.mixins import LoginRequiredMixin
from django.contrib.auth.views import RedirectURLMixin
from django.contrib.messages.views import SuccessMessageMixin
from django.core.exceptions import NON_FIELD_ERRORS
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse_lazy
from django.views.decorators.http import require_GET
from django.views.generic import FormView, TemplateView, UpdateView

from tabletop.accounts import belongings, forms, passwords
from tabletop.accounts.limits import Limit, address_of
from tabletop.accounts.models import User
from tabletop.accounts.people import person_of
from tabletop.ui.refused import Refused

sign_ups = Limit("sign-ups", each=30, seconds=3600, said="Too many accounts were made from here.", wait="wait an hour")
mails = Limit("mails", each=30, person=3, seconds=3600, said="Too many such mails were asked for.", wait="wait an hour")
"""By address, and for one mailbox."""


def _taken(limit: Limit, form: BaseForm, address: str, person: str = "") -> bool:
    """Whether there was a share left; if not, the form says so."""
    try:
        limit.take(address, person)
    except Refused as refused:
        form.add_error(None, f"{refused.refusal.message} {refused.refusal.allowed.capitalize()}.")
        return False
    return True


class SignIn(views.LoginView):
    """Sign in and go on to where one was going."""

    form_class = forms.SignInForm
    template_name = "accounts/sign_in.html"
    redirect_authenticated_user = True

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        answer = super().form_valid(form)
        passwords.remember(self.request, answer, form.get_user().get_username())
        return answer

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        answer = super().form_invalid(form)
        answer.status_code = 429 if form.has_error(NON_FIELD_ERRORS, "too-often") else answer.status_code
        return answer


class SignUp(RedirectURLMixin, FormView[forms.SignUpForm]):
    """Make an account, and be signed in with it at once."""

    form_class = forms.SignUpForm
    template_name = "accounts/sign_up.html"
    next_page = "/"

    def form_valid(self, form: forms.SignUpForm) -> HttpResponse:
        if not _taken(sign_ups, form, address_of(self.request)):
            return self.render_to_response(self.get_context_data(form=form), status=429)
        person = form.save()
        login(self.request, person, backend="django.contrib.auth.backends.ModelBackend")
        messages.success(self.request, f"Welcome, {person.username}.")
        answer = redirect(self.get_success_url())
        passwords.remember(self.request, answer, person.username)
        return answer


class Account(LoginRequiredMixin, SuccessMessageMixin[forms.AccountForm], UpdateView[User, forms.AccountForm]):
    """One's own name and address."""

    form_class = forms.AccountForm
    template_name = "accounts/account.html"
    success_url = reverse_lazy("accounts:account")
    success_message = "Saved."

    def get_object(self, queryset: object = None) -> User:
        assert self.request.user.is_authenticated
        return User.objects.get(pk=self.request.user.pk)


class ChangePassword(SuccessMessageMixin[forms.ChangePasswordForm], views.PasswordChangeView):  # type: ignore[misc]
    """A new password for somebody who knows the old one."""

    form_class = forms.ChangePasswordForm
    template_name = "accounts/password.html"
    success_url = reverse_lazy("accounts:account")
    success_message = "Your password is changed."


class Delete(LoginRequiredMixin, FormView[forms.DeleteForm]):
    """The end of an account."""

    form_class = forms.DeleteForm
    template_name = "accounts/delete.html"

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "user": self.request.user}

    def form_valid(self, form: forms.DeleteForm) -> HttpResponse:
        user = form.user
        logout(self.request)
        belongings.delete_account(user)
        messages.success(self.request, "Your account is deleted.")
        return redirect("/")


@require_GET
def export(request: HttpRequest) -> HttpResponse:
    """Everything that is this person's, in one file. A guest has it too."""
    person = person_of(request)
    content: dict[str, Any] = {"name": person.name, **belongings.exported(person)}
    if request.user.is_authenticated:
        content = {"email": request.user.email, "date_joined": request.user.date_joined, **content}
    return JsonResponse(
        content,
        json_dumps_params={"indent": 1, "ensure_ascii": False},
        headers={"Content-Disposition": 'attachment; filename="livetable-export.json"'},
    )


class Forgotten(views.PasswordResetView):
    """Send a link; the answer is the same whether the address is known or not."""

    form_class = forms.ForgottenForm
    template_name = "accounts/forgotten.html"
    email_template_name = "accounts/forgotten_mail.txt"
    subject_template_name = "accounts/forgotten_subject.txt"
    success_url = reverse_lazy("accounts:forgotten-sent")

    def form_valid(self, form: PasswordResetForm) -> HttpResponse:
        mailbox = form.cleaned_data["email"].strip().casefold()
        if not _taken(mails, form, address_of(self.request), mailbox):
            return self.render_to_response(self.get_context_data(form=form), status=429)
        return super().form_valid(form)


class ForgottenSent(TemplateView):
    """What happens next."""

    template_name = "accounts/forgotten_sent.html"


class Reset(SuccessMessageMixin[forms.NewPasswordForm], views.PasswordResetConfirmView):  # type: ignore[misc]
    """A new password for somebody who followed the link."""

    form_class = forms.NewPasswordForm
    template_name = "accounts/reset.html"
    success_url = reverse_lazy("accounts:sign-in")
    success_message = "Your password is changed. Sign in with it."
