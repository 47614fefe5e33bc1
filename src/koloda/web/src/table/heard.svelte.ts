/** Tells a table to whoever listens: into the page's live region, each thing once. */
import { untrack } from 'svelte';
import type { Chair, Said } from '../lib/net/protocol';
import { announce } from '../lib/state/announce.svelte';
import { prefs } from '../lib/state/prefs.svelte';
import type { Shown } from '../lib/story/player.svelte';
import { t } from '../lib/words/fluent';
import { speakerName } from '../lib/words/guests';
import type { TableSession } from './session.svelte';
import { comings, Teller } from './teller';

const WARNING_SECONDS = 10;

/** Call it while the table's page is being set up. */
export function tellTable(session: TableSession): void {
  const { client } = session;
  const teller = new Teller(
    () => ({
      game: session.game!,
      you: session.you,
      names: session.names,
      chairs: session.table?.chairs ?? [],
      speech: prefs.speech,
      assenting: session.assenting,
    }),
    announce,
  );

  /** What happened before the words of the game were there. */
  let waiting: Shown[] = [];
  $effect(() =>
    client.story.listen((shown) => {
      if (session.game) teller.tell(shown);
      else waiting.push(shown);
    }),
  );
  $effect(() => {
    const view = client.view;
    const arrived = view !== null && client.story.shown === null;
    if (!view) teller.forget();
    if (!session.game || !view) return;
    untrack(() => {
      if (arrived) teller.arrive(view, client.log);
      for (const shown of waiting) teller.tell(shown);
      waiting = [];
    });
  });

  let chairs: Chair[] = [];
  $effect(() => {
    const now = session.table?.chairs ?? [];
    const news = comings(chairs, now, session.you);
    chairs = now;
    if (prefs.speech !== 'off') untrack(() => news.forEach(announce));
  });

  let last: Said | undefined;
  $effect(() => {
    const { said } = client;
    const heard = Math.max(...[last, client.saidBefore].map((line) => (line ? said.indexOf(line) : -1)));
    const news = said.slice(heard + 1);
    last = said.at(-1);
    if (prefs.speech === 'off') return;
    for (const one of news)
      if (one.seat === null || one.seat !== session.you) untrack(() => announce(`${speakerName(one)}: ${one.text}`));
  });

  $effect(() => {
    const { deadline } = client.view ?? { deadline: 0 };
    const ms = deadline - client.ahead - WARNING_SECONDS * 1000 - Date.now();
    if (!session.myTurn || !deadline || ms <= 0 || prefs.speech === 'off') return;
    const timer = setTimeout(() => announce(t('tb-seconds-left', { n: WARNING_SECONDS })), ms);
    return () => clearTimeout(timer);
  });
}
