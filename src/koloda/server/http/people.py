"""All routes about who somebody is."""

from __future__ import annotations

from .my_data import MY_DATA_ROUTES
from .person import PERSON_ROUTES
from .sign_in import SIGN_IN_ROUTES

PEOPLE_ROUTES = [*PERSON_ROUTES, *SIGN_IN_ROUTES, *MY_DATA_ROUTES]
