"""Addresses under /account/."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from tabletop.accounts import views

app_name = "accounts"

urlpatterns = [
    path("", views.Account.as_view(), name="account"),
    path("sign-up", views.SignUp.as_view(), name="sign-up"),
    path("sign-in", views.SignIn.as_view(), name="sign-in"),
    path("sign-out", LogoutView.as_view(), name="sign-out"),
    path("password", views.ChangePassword.as_view(), name="password"),
    path("export", views.export, name="export"),
    path("delete", views.Delete.as_view(), name="delete"),
    path("forgotten", views.Forgotten.as_view(), name="forgotten"),
    path("forgotten/sent", views.ForgottenSent.as_view(), name="forgotten-sent"),
    path("reset/<uidb64>/<token>", views.Reset.as_view(), name="reset"),
]
