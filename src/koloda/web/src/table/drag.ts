/** A card that is dragged from the hand to the middle. */
import type { Chosen } from './legal';

const CARD_TYPE = 'application/x-koloda-card';

export function dragCard(event: DragEvent, card: Chosen): void {
  event.dataTransfer?.setData(CARD_TYPE, JSON.stringify(card));
}

export const hasDraggedCard = (event: DragEvent): boolean => event.dataTransfer?.types.includes(CARD_TYPE) ?? false;

export function draggedCard(event: DragEvent): Chosen | null {
  const data = event.dataTransfer?.getData(CARD_TYPE);
  return data ? (JSON.parse(data) as Chosen) : null;
}
