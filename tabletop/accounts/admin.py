"""People in the administration pages."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest

from tabletop.accounts.belongings import delete_account
from tabletop.accounts.forms import AdminSignInForm
from tabletop.accounts.models import Tally, User

admin.site.login_form = AdminSignInForm


@admin.register(User)
class PersonAdmin(UserAdmin):  # type: ignore[type-arg]
    """Deleting somebody here does what they could do themselves: battles keep standing without their name."""

    list_display = ("username", "email", "date_joined", "last_login", "is_active", "is_staff")
    list_filter = ("is_staff", "is_active", "date_joined")
    date_hierarchy = "date_joined"

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        delete_account(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for user in queryset:
            delete_account(user)


@admin.register(Tally)
class TallyAdmin(admin.ModelAdmin[Tally]):
    """What is counted just now. To delete all of it lets everybody try again at once."""

    list_display = ("key", "number", "ends")
    readonly_fields = ("key", "number", "ends")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False
