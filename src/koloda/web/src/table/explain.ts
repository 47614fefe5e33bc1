import type { BoardState } from './board.svelte';

/** A click on a card of mine that cannot be chosen tells why. */
export function explainCard({ target }: MouseEvent, board: BoardState): void {
  const card = target instanceof Element ? target.closest<HTMLElement>('[data-mine] .card.dim') : null;
  const place = card?.closest<HTMLElement>('[data-zone]');
  const zone = board.view.zones.find(({ key }) => key === place?.dataset.zone);
  const index = zone?.ids.indexOf(Number(card?.dataset.card)) ?? -1;
  const face = zone?.faces[index];
  if (zone && face !== undefined && board.playable)
    board.prompt.explainCard({ zone: zone.name, owner: zone.owner, index, face });
}
