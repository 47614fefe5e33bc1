"""What every node tells the others twice a second, and adopts from them."""

from __future__ import annotations

from collections.abc import Callable

from koloda.server.access.limits import Quotas
from koloda.server.house_state import HouseState, Notice
from koloda.server.networks import Asker
from koloda.server.storage.store import Store

from .wire import Beat, House


class Gossip:
    """What the house has to say, what people have used up, who is called anew."""

    def __init__(
        self,
        house: HouseState,
        quotas: Quotas,
        store: Store,
        on_notice: Callable[[], object],
        on_renamed: Callable[[str], object],
    ) -> None:
        self._house = house
        self._quotas = quotas
        self._store = store
        self._on_notice = on_notice
        self._on_renamed = on_renamed
        self._spent: dict[tuple[str, Asker], float] = {}
        self._renamed: set[str] = set()
        for allowance in quotas.shared():
            allowance.on_spent = self._note_spent
        store.on_renamed = self._renamed.add

    def _note_spent(self, quota: str, asker: Asker, cost: float) -> None:
        self._spent[quota, asker] = self._spent.get((quota, asker), 0.0) + cost

    def beat(self) -> Beat:
        """What has happened here since the last one."""
        house = self._house
        notice = house.notice
        words = None if notice is None else (notice.ru, notice.en, notice.until)
        told = House(house.changed, house.draining, words)
        spent = [(quota, *asker, cost) for (quota, asker), cost in self._spent.items()]
        renamed = sorted(self._renamed)
        self._spent.clear()
        self._renamed.clear()
        return Beat(told, spent, renamed)

    def take(self, beat: Beat) -> None:
        """What has happened at another node."""
        house, told = self._house, beat.house
        if told.when > house.changed:
            before = house.notice
            house.adopt(told.when, told.draining, None if told.notice is None else Notice(*told.notice))
            if house.notice != before:
                self._on_notice()
        allowances = {allowance.name: allowance for allowance in self._quotas.shared()}
        for quota, person, address, cost in beat.spent:
            if quota in allowances:
                allowances[quota].note(Asker(person, address), cost)
        for person in beat.renamed:
            self._store.forget_name(person)
            self._on_renamed(person)

    def forget_names(self) -> None:
        """Some news may have been lost."""
        self._store.forget_name(None)
