// A bot that is a program (docs/bot-protocol.md). In Pairs it counts cards; in every other game any legal move will do.
//
// koloda arena pairs --seats 4 --bots "program:node examples/bots/pairs_bot.mjs,normal"

import { createInterface } from 'node:readline';

let seed = 1;
const below = (n) => (seed = (seed * 48271) % 2147483647) % n;

/** Fold if the cheapest card costs less than a hit does on average. */
function choose(view, legal) {
  const folds = legal.filter((move) => move.startsWith('fold'));
  if (view.game !== 'pairs' || !folds.length || !legal.includes('hit')) return legal[below(legal.length)];
  const rows = view.zones.filter((zone) => zone.name === 'row');
  const seen = view.zones.flatMap((zone) => zone.cards).filter((card) => card !== null);
  const unseen = (card) => card - seen.filter((other) => other === card).length; // rank r is there r times
  const mine = rows.find((row) => row.owner === view.seat).cards;
  const left = 55 - seen.length;
  const expected = mine.reduce((sum, card) => sum + card * unseen(card), 0) / Math.max(1, left);
  const price = (fold) =>
    fold === 'fold' ? Math.min(...rows.flatMap((row) => row.cards)) : Number(fold.split(' ')[1]);
  const fold = folds.sort((a, b) => price(a) - price(b))[0];
  return price(fold) < expected ? fold : 'hit';
}

const answers = {
  hello: (message) => ({ ready: message.protocol }),
  begin: (message) => {
    seed = (message.seed % 2147483646) + 1;
  },
  choose: (message) => ({ move: choose(message.view, message.legal) }),
};

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  const answer = answers[message.type]?.(message); // "end" needs none
  if (answer) process.stdout.write(JSON.stringify(answer) + '\n');
}
