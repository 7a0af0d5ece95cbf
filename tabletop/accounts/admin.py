"""People in the administration pages."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin

from tabletop.accounts.models import User

admin.site.register(User, UserAdmin)
