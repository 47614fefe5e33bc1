"""Bots wait until people have seen the story of the last move."""

from __future__ import annotations

from .clock import now
from .table import Table

HURRIED_PAUSE_SECONDS = 0.1  # of a bot where everybody is in a hurry: long enough to see its card fly


def story_seen(table: Table, person: str, hurry: bool) -> None:
    """Somebody has seen the story of the last move; when all at the table have, the bots need not wait for it."""
    table.story_seen_by.add(person)
    if hurry:
        table.in_a_hurry.add(person)
    readers = {state.person for state in table.seats if state.person is not None and not state.bot_account}
    seated = readers & table.people_here()
    if not seated <= table.story_seen_by:
        return
    moment = now()
    if table.story_ends:
        waited, table.story_ends = table.story_ends, 0.0
        table.bots_due = {seat: max(moment, moment + due - waited) for seat, due in table.bots_due.items()}
    if seated <= table.in_a_hurry:
        soon = moment + HURRIED_PAUSE_SECONDS
        table.bots_due = {seat: min(due, soon) for seat, due in table.bots_due.items()}
