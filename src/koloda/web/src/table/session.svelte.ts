/** A visit to one table: what is shown of it, and what happens while it is open. */
import { createContext, untrack } from 'svelte';
import { gameInfoOf } from '../lib/net/api';
import type { View } from '../lib/net/decode';
import type { ClientMessage, GameInfo, Said, TableInfo } from '../lib/net/protocol';
import { TableClient } from '../lib/net/socket.svelte';
import { play } from '../lib/sound/sound';
import { soundOf } from '../lib/sound/table_sounds';
import { announce } from '../lib/state/announce.svelte';
import { DEAL_QUERY } from '../lib/state/play';
import { both, lang, t } from '../lib/words/fluent';
import { chairName } from '../lib/words/names';
import { tellTable } from './heard.svelte';
import { assentsAmongBots } from './legal';
import { statusLine } from './status';
import { seen, type Tip, tipFor } from './tips';

export type PanelName = 'log' | 'chat' | 'hints' | 'help';

const ASK_GAME_AGAIN_MS = 1500;
const REFUSAL_SHOWN_MS = 6000;
const AUTO_MOVE_DELAY_MS = 350;

/** Create it while the page's component is being set up: its effects live as long as the page. */
export class TableSession {
  readonly client: TableClient;
  panel: PanelName | null = $state(null);
  /** Whether the list of the people is shown. */
  people = $state(false);
  /** Whether moves without a choice are made automatically. */
  auto = $state(false);
  /** Whether the cards are dealt as soon as the page is here. */
  dealsAtOnce = $state(location.search === DEAL_QUERY);
  private askedToDeal = false;
  /** The view whose sound was heard last. */
  private sounded: View | null = null;
  private loaded: GameInfo | null = $state.raw(null);
  /** The last line of the chat that has been on the screen. */
  private lastRead: Said | undefined = $state.raw();

  table: TableInfo | null = $derived.by(() => this.client.table);
  /** The table's game, as soon as it is known. */
  game: GameInfo | null = $derived.by(() => (this.loaded?.id === this.table?.game ? this.loaded : null));
  /** The rules have changed, and the match cannot go on. */
  stopped: boolean = $derived.by(() => !!this.table?.old_rules && this.now !== null && !this.now.result);
  /** Which game was loaded, and of which version where it is not today's. */
  private loadedFor = '';
  you: number | null = $derived(this.table?.you ?? null);
  names: string[] = $derived(this.table?.chairs.map(chairName) ?? []);
  now: View | null = $derived.by(() => this.client.view);
  /** Whether an earlier moment is shown. */
  isPast: boolean = $derived.by(() => this.client.past !== null);
  view: View | null = $derived.by(() => this.client.past ?? this.client.view);
  /** The view before the one that is shown, if cards should fly. */
  previous: View | null = $derived.by(() => (this.isPast ? null : this.client.previous));
  /** Whether all that I may do is to agree to go on, and the others are bots: the page agrees for me. */
  assenting: boolean = $derived.by(() => {
    const { game, now, table, you } = this;
    return assentsAmongBots(now?.legal ?? [], game?.verbs ?? {}, table?.chairs ?? [], you);
  });
  /** Whether all others are bots. */
  alone: boolean = $derived.by(
    () => this.table?.chairs.every(({ kind }, seat) => kind === 'bot' || seat === this.you) ?? false,
  );
  myTurn: boolean = $derived(
    this.now !== null &&
      this.you !== null &&
      this.now.turn.includes(this.you) &&
      !this.now.result &&
      !this.table?.ended &&
      !this.assenting,
  );
  refused: string = $derived.by(() => this.client.refused?.[lang()] ?? '');
  unread: number = $derived.by(() => {
    const { said, saidBefore } = this.client;
    if (this.panel === 'chat') return 0;
    return said.length - 1 - Math.max(...[this.lastRead, saidBefore].map((line) => (line ? said.indexOf(line) : -1)));
  });
  /** The next tip comes after so many moves: one that was read is not followed by another at once. */
  private tipsFrom = $state(0);
  tip: Tip | null = $derived.by(() => {
    const { game, now: view, you, table, client } = this;
    if (!game || !view || this.isPast || this.assenting || client.story.telling || view.n < this.tipsFrom) return null;
    return tipFor({ game, view, you, hints: table?.hints ?? false, log: client.log });
  });
  title: string = $derived.by(() => {
    const { game, now, you, names } = this;
    if (!game) return t('site');
    if (!now || this.table?.ended) return `${both(game.names)} · ${t('site')}`;
    return `${this.myTurn ? '● ' : ''}${statusLine(game, now, you, names)} · ${both(game.names)}`;
  });

  constructor(id: string) {
    this.client = new TableClient(id);
    this.loaded = this.client.game;
    $effect(() => () => this.client.close());
    $effect(() => this.loadGame());
    $effect(() => this.soundTurn());
    $effect(() => this.soundTable());
    $effect(() => this.showRefusal());
    $effect(() => this.askHints());
    $effect(() => this.readChat());
    $effect(() => this.announceLoss());
    $effect(() => this.moveAlone());
    $effect(() => this.dealAtOnce());
    $effect(() => this.noteVersion());
    tellTable(this);
  }

  send(message: ClientMessage): void {
    this.client.send(message);
  }

  /** Makes a move of the reader's own; what they were told before it, they have had the time to read. */
  move(text: string): void {
    if (this.tip) seen(this.tip.id);
    this.tipsFrom = (this.now?.n ?? 0) + 1;
    void this.client.move(text);
  }

  /** Another match as it was; it is dealt as soon as everybody who stays is ready. */
  ready(yes: boolean): void {
    this.dealsAtOnce = yes && this.alone;
    this.askedToDeal = true; // the server deals by itself
    this.client.refused = null; // of the last match
    this.send({ t: 'again', yes });
  }

  /** Before the deal once more, of another game if one is named; who has nobody to wait for is dealt at once. */
  again(game?: string): void {
    this.dealsAtOnce = this.alone;
    this.askedToDeal = false;
    this.client.refused = null; // of the last match
    this.send({ t: 'rematch', ...(game ? { game } : {}) });
  }

  /** Puts the tip away; the next one waits until the reader has moved. */
  closeTip(): void {
    if (this.tip) seen(this.tip.id);
    this.tipsFrom = Infinity;
  }

  /** Show the table after `n` moves. */
  showMoment(n: number): void {
    if (this.now && n === this.now.n) this.showNow();
    else this.send({ t: 'past', n });
  }

  showNow(): void {
    this.client.past = null;
  }

  togglePanel(name: PanelName): void {
    this.panel = this.panel === name ? null : name;
  }

  private loadGame(): (() => void) | undefined {
    const wanted = this.table?.game;
    const version = this.table?.old_rules ?? 0;
    const early = this.loadedFor === '' && !version && untrack(() => this.loaded?.id) === wanted;
    const key = `${wanted} ${version}`;
    if (early) this.loadedFor = key;
    if (!wanted || this.loadedFor === key) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = (): void =>
      void gameInfoOf(wanted, version).then(
        (game) => {
          this.loaded = this.client.game = game;
          this.loadedFor = key;
        },
        () => (timer = setTimeout(ask, ASK_GAME_AGAIN_MS)),
      );
    ask();
    return () => clearTimeout(timer);
  }

  /** Deals the cards of a table that starts at once; a table that somebody else deals at is shown as it is. */
  private dealAtOnce(): void {
    const { table, client } = this;
    if (!this.dealsAtOnce || !table || table.status === 'over') return;
    if (table.status !== 'waiting' || !table.host || client.refused || client.status === 'lost') {
      this.dealsAtOnce = false;
    } else if (!this.askedToDeal) {
      this.askedToDeal = true;
      history.replaceState(null, '', location.pathname);
      this.send({ t: 'start' });
    }
  }

  private noteVersion(): void {
    if (this.game && this.table) this.client.notebook.takeVersion(this.game.version);
  }

  private soundTurn(): void {
    if (this.myTurn) untrack(() => play('turn'));
  }

  private soundTable(): void {
    const { game, before } = { game: this.game, before: this.sounded };
    const view = this.client.view;
    if (!view || !game || view === before) return;
    this.sounded = view;
    const won = view.result && !before?.result && this.you !== null && view.result.winners.includes(this.you);
    const sound = won && before ? 'win' : soundOf(game, before, view);
    if (sound) untrack(() => play(sound));
  }

  private showRefusal(): (() => void) | undefined {
    const { refused } = this.client;
    if (!refused) return undefined;
    untrack(() => announce(refused[lang()]));
    untrack(() => play('refused'));
    const timer = setTimeout(() => {
      if (this.client.refused === refused) this.client.refused = null;
    }, REFUSAL_SHOWN_MS);
    return () => clearTimeout(timer);
  }

  private askHints(): void {
    const { table, now } = this;
    if (this.panel !== 'hints' || !table?.hints || !now?.legal.length) return;
    if (this.client.hints?.n !== now.n) this.send({ t: 'hints' });
  }

  private readChat(): void {
    if (this.panel === 'chat') this.lastRead = this.client.said.at(-1);
  }

  /** Why there is no connection: the server may have said it. */
  get lossSentence(): string {
    const { farewell } = this.client;
    return (farewell && both({ ru: farewell.ru ?? '', en: farewell.en ?? '' })) || t('tb-lost');
  }

  private announceLoss(): void {
    if (this.client.status === 'lost') untrack(() => announce(this.lossSentence));
  }

  /** Makes the only legal move: an assent among bots, or one that the game lets players leave to the page. */
  private moveAlone(): (() => void) | undefined {
    const [move, ...others] = this.table?.ended ? [] : (this.now?.legal ?? []);
    if (!move || others.length) return undefined;
    if (!this.assenting && !(this.auto && this.game?.verbs[move.split(' ')[0] ?? '']?.auto)) return undefined;
    const timer = setTimeout(() => void this.client.move(move), AUTO_MOVE_DELAY_MS);
    return () => clearTimeout(timer);
  }
}

export const [getSession, setSession] = createContext<TableSession>();
