// Written by `python -m koloda.server.protocol.typescript` from its neighbours; do not edit.

export type CounterShow = "cards" | "chip" | "chip-round" | "flag" | "number" | "own" | "ready" | "score" | "seat" | "track";
export type ZoneLook = "fan" | "grid" | "pile" | "reveal" | "row" | "trick";
export type OptionValue = boolean | number | string | unknown[] | Record<string, unknown> | null;
export type Lang = "en" | "ru";
export type Kind = "free" | "one" | "together";
export type Status = "over" | "playing" | "waiting";
export type SealStage = "dealt" | "open" | "revealing" | "sealing";
export type Face = number | string | null;
export type Door = "ask" | "closed" | "open";
export type Scope = "play" | "read";
export type Level = string;

/** The same words in both languages. */
export interface Both {
  ru: string;
  en: string;
}

/** What somebody who looks for a game may want of it. */
export interface TagInfo {
  id: string;
  names: Both;
}

/** A game in the catalogue. ``seats`` are the fewest and the most, ``minutes`` how long a match takes.

    By its ``other_names``, too, people look for it. ``usual_seats`` is how many play if nobody says so. Its picture has
    the ``cover`` cards before a small table: ``middle`` is how the places in its middle look, ``before`` those before
    each seat, ``faces`` are open cards to lay there. */
export interface GameLine {
  id: string;
  family: string;
  family_names: Both;
  names: Both;
  other_names: Both[];
  blurb: Both;
  seats: number[];
  usual_seats: number;
  minutes: number;
  tags: TagInfo[];
  cover: (number | string)[];
  faces: (number | string)[];
  middle: ZoneLook[];
  before: ZoneLook[];
}

/** A value that an option may have. */
export interface OptionChoice {
  value: boolean | number | string;
  names: Both;
}

/** Something a table may agree on. Without ``choices`` it is a whole number from ``low`` to ``high``.

    ``by_seats`` has other defaults for some numbers of seats. ``follows`` names the option whose value is the default
    here, or leads to it by ``following``; "" if there is none. ``json``: it is any JSON that the game accepts. */
export interface GameOption {
  name: string;
  names: Both;
  help: Both;
  default: OptionValue;
  by_seats: Record<string, OptionValue>;
  follows: string;
  following: Record<string, OptionValue>;
  choices: OptionChoice[];
  low: number;
  high: number;
  json: boolean;
}

/** The deck, and its different faces in order. */
export interface DeckInfo {
  name: string;
  order: (number | string)[];
}

/** The first word of a move and the kinds of its arguments.

    ``auto``: there is never a choice. ``assent``: the move only agrees to go on. */
export interface VerbInfo {
  names: Both;
  args: string[];
  auto: boolean;
  assent: boolean;
}

/** A kind of place for cards: how it looks, who knows its faces, and the names of its numbered slots.

    ``tint`` is the colour of its tab, ``tints`` those of single slots. ``face_down``: what anybody knows there they
    know from memory, and a person is shown backs. */
export interface ZoneInfo {
  names: Both;
  look: ZoneLook;
  face: string;
  slots: Record<string, Both>;
  tint: string;
  tints: Record<string, string>;
  face_down: boolean;
}

/** A kind of number on the table, how it is shown, and the colour of a chip. */
export interface CounterInfo {
  names: Both;
  show: CounterShow;
  colour: string;
}

/** A row of a help card: a word, an example in cards, what it counts ("": nothing), an explanation. */
export interface HelpRow {
  name: Both;
  cards: (number | string)[];
  number: string;
  text: Both | null;
}

/** What a player may want to look up in the middle of a match. */
export interface HelpCard {
  title: Both;
  rows: HelpRow[];
}

/** What a newcomer is told once. ``when``: ``phase NAME`` (I must act in it), ``verb NAME`` (such a move is legal to
    me) or ``note KIND`` (it was told). ``at`` is what it is about: ``prompt``, ``zone NAME`` or ``counter NAME``. */
export interface TipInfo {
  when: string;
  at: string;
  text: Both;
}

/** What chance has to do with a game of these seats and options, so that a page can check a deal.

    ``pack``: all its cards in the order of the deck. ``other_packs``: cards with numbers that are shuffled too.
    ``opening``: the requests of chance with which every match begins, such as ``pick 4`` and ``shuffle 55``. */
export interface PackInfo {
  pack: (number | string)[];
  other_packs: number[][];
  opening: string[];
}

/** Everything a page needs to play a game that it knows nothing about.

    An announcement of a kind in ``out_notes`` says that its seat is out of the round or of the match; one of a kind in
    ``tiles`` lies on the table like a card, under that sign, with what its ``word`` says. ``asks`` and
    ``waits`` say for every phase what whoever must act should do, and what the others wait for. ``holds`` are the
    milliseconds for which the picture of a beat stands, by its effect. ``bots`` are bots of the operator's own, which
    can be seated like a level. In a ``cooperative`` game all win or lose together; in any other one a first place that
    all share is a draw. */
export interface GameInfo {
  id: string;
  family: string;
  family_names: Both;
  names: Both;
  other_names: Both[];
  blurb: Both;
  seats: number[];
  usual_seats: number;
  minutes: number;
  tags: TagInfo[];
  cover: (number | string)[];
  faces: (number | string)[];
  middle: ZoneLook[];
  before: ZoneLook[];
  version: number;
  deck: DeckInfo;
  options: GameOption[];
  verbs: Record<string, VerbInfo>;
  zones: Record<string, ZoneInfo>;
  counters: Record<string, CounterInfo>;
  phases: Record<string, Both>;
  asks: Record<string, Both>;
  waits: Record<string, Both>;
  holds: Record<string, number>;
  words: Record<string, Both>;
  out_notes: string[];
  help: HelpCard[];
  tips: TipInfo[];
  bots?: string[];
  tiles?: Record<string, string>;
  cooperative?: boolean; // left out: false
}

/** A hint: the id of its sentence, its arguments, the move it is about. */
export interface WireHint {
  kind: string;
  args: Record<string, unknown>;
  move?: string; // left out: ""
}

/** What a move is worth: the expected share of the win, its standard error, in how many worlds it was tried. */
export interface WireEstimate {
  move: string;
  value: number;
  error: number;
  worlds: number;
}

/** What the strong bot would do, what the moves are worth, how often it plays each if mixed.

    The move "" is to do nothing; without ``options`` the bot has no idea. */
export interface WireAdvice {
  move: string;
  options?: WireEstimate[];
  mixture?: Record<string, number>;
}

/** A choice after ``n`` moves: what was known, what each move was worth (the best first), what the choice cost.

    ``value`` is the share of the win before it, ``after`` the share once it was made, ``luck`` what came before it.
    One that does not count can be made up for: its cost is told but not summed. */
export interface ReviewedChoice {
  n: number;
  phase: string;
  move: string;
  value: number;
  value_error: number;
  after: number;
  cost: number;
  error: number;
  luck: number;
  options: WireEstimate[];
  hints: WireHint[];
  hurried: boolean;
  counts: boolean;
}

/** A stretch of the match that has a result of its own (null: not over), and how many choices there were in it. */
export interface ReviewedLeg {
  total: number;
  result: number | null;
}

/** The review of one seat: start + luck - cost = end, on the average of its legs; ``mistakes`` are the costliest
    choices by their number. */
export interface MatchReview {
  game: string;
  seats: number;
  seat: number;
  seed: string;
  total: number;
  legs: ReviewedLeg[];
  start: number;
  end: number;
  result: number | null;
  cost: number;
  luck: number;
  error: number;
  last_luck: number;
  mistakes: number[];
  decisions: ReviewedChoice[];
}

/** How far a review has come, and the review itself once some of it is done. */
export interface ReviewState {
  state: "cancelled" | "done" | "failed" | "running";
  done: number;
  total: number;
  review?: MatchReview | null; // left out: null
}

/** The commitment to one's seat's own number for the deal of this match; once, before the host deals. */
export interface Commit {
  t: "commit";
  match: string;
  commitment: string;
}

/** The number itself, when all commitments are final: the seal's stage is ``revealing``. */
export interface Reveal {
  t: "reveal";
  match: string;
  nonce: string;
}

/** How the coming or present deal is sealed: the server's commitment, and what each seat's page has added.

    ``commits`` are the pages' commitments ("": none), ``nonces`` the numbers that count once the cards are dealt,
    ``late`` the seats whose number was not shown in time. ``words``: a deal of an older version, sealed in the old way. */
export interface Seal {
  commitment: string;
  stage: SealStage;
  commits?: string[];
  nonces?: string[];
  late?: number[];
  secret?: string; // left out: ""
  words?: (string | null)[];
}

/** Hear somebody no more at this table, or (``on`` false) again; they are not told. */
export interface Mute {
  t: "mute";
  who: number;
  on?: boolean; // left out: true
}

/** Remind whoever sits there that the table waits for them. */
export interface Nudge {
  t: "nudge";
  seat: number;
}

/** Tell the host of the house of somebody; the last lines of the chat go with it. */
export interface Report {
  t: "report";
  who: number;
  text?: string; // left out: ""
}

/** Host: take the seat from whoever has it; in a match a bot plays on. Others only where their person is idle. */
export interface FreeSeat {
  t: "free";
  seat: number;
}

/** Host: send somebody away from this table for good, or (``yes`` false) take that back. */
export interface Ban {
  t: "ban";
  who: number;
  yes?: boolean; // left out: true
}

/** Host: newcomers come in (``open``), ask first (``ask``), or stay outside (``closed``). */
export interface SetDoor {
  t: "door";
  door: Door;
}

/** Host: let in somebody who asks at the door, or (``yes`` false) not. */
export interface LetIn {
  t: "let-in";
  who: number;
  yes?: boolean; // left out: true
}

/** Host: make whoever sits there the host. */
export interface HandOver {
  t: "hand-over";
  seat: number;
}

/** Host: nobody moves, no clock runs and no bot plays, until (``on`` false) play goes on. */
export interface Pause {
  t: "pause";
  on?: boolean; // left out: true
}

/** Host, before the deal: another game, options, number of seats, manners; what is null stays as it is.

    Another game has its usual options, where none are named. */
export interface Arrange {
  t: "arrange";
  game?: string | null; // left out: null
  seats?: number | null; // left out: null
  options?: Record<string, unknown> | null; // left out: null
  open?: boolean | null; // left out: null
  watch?: boolean | null; // left out: null
  hints?: boolean | null; // left out: null
  join?: "between" | "now" | null; // left out: null
  clock?: number | null; // left out: null
  full?: boolean | null; // left out: null
  patience?: number | null; // left out: null
}

/** Somebody at a table: the number by which they are known there, their name ("": a guest without one), and whether
    they are a program. */
export type WireGuest = [who: number, name: string, bot_account?: boolean];

/** After move ``n`` this seat has another player, or a bot. */
export type ChangeOfHands = [n: number, seat: number, bot: boolean];

/** You are at the door of a table, and see nothing of it until its host lets you in. */
export interface AtDoor {
  t: "at-door";
  game: string;
  host: string;
}

/** Somebody at the table reminds you that it waits for you. */
export interface Nudged {
  t: "nudged";
  seat: number;
}

/** The host of the house will read what you have told. */
export interface Reported {
  t: "reported";
  who: number;
}

/** Without a seat: ask for the seat of somebody who is gone ("that was me"); those at the table vote. */
export interface Claim {
  t: "claim";
  seat: number;
}

/** Propose to the others: a bot for ``seat``, to take my last move back, or to call the match off.

    A move of which nobody has learnt anything is taken back at once. */
export interface Propose {
  t: "propose";
  what: "back" | "bot" | "end";
  seat?: number | null; // left out: null
}

/** Yes or no to an open vote; the last word counts, and once for each person. */
export interface Ballot {
  t: "vote";
  vote: number;
  yes?: boolean; // left out: true
}

/** After the end: I am ready for another match (or not yet). It is dealt when all who are here are ready. */
export interface Again {
  t: "again";
  yes?: boolean; // left out: true
}

/** A vote that is open: ``what`` is proposed, about which ``seat``; ``by`` is the proposer's seat.

    ``name``: who asks for the seat. ``yes`` and ``no`` are seats, ``asked`` those whose word counts; with ``all`` every
    one of them must say yes, else more than half. It ends at ``until`` at the latest. */
export interface WireVote {
  vote: number;
  what: "back" | "bot" | "end" | "seat";
  seat: number;
  until: number;
  by?: number | null; // left out: null
  name?: string; // left out: ""
  yes?: number[];
  no?: number[];
  asked?: number[];
  all?: boolean; // left out: false
}

/** Host: ask a bot account to take a seat that nobody holds, or (null) no longer. */
export interface InviteBot {
  t: "invite";
  seat: number;
  account?: string | null; // left out: null
}

/** A bot account does not want to sit down. */
export interface Decline {
  t: "decline";
}

/** GET /api/bots: a bot account that can be invited; ``listening``: it hears of it now. */
export interface BotAccount {
  id: string;
  name: string;
  listening: boolean;
}

/** GET /api/bot/events, one line ``data:`` each: an invitation to a seat, or a seat that the account has already.

    ``host`` is what the host of the table is called. */
export interface BotEvent {
  kind: "invitation" | "seat";
  table: string;
  seat: number;
  game: string;
  seats: number;
  host: string;
  when: number;
}

/** Who sits on a seat. ``name`` is "" for a guest without one; ``away``: a bot plays for them until they are back.

    ``next``: who takes a bot's seat at the next deal ("": a guest without a name; null: nobody).
    ``who``: the number by which this person is known at the table. ``bot_account``: this person, or who is next, is a
    program, and ``invited`` is the name of one that was asked to sit here (null: none). */
export interface Chair {
  kind: "bot" | "empty" | "person";
  name?: string; // left out: ""
  level?: string | null; // left out: null
  here?: boolean; // left out: true
  away?: boolean; // left out: false
  next?: string | null; // left out: null
  who?: number; // left out: 0
  bot_account?: boolean; // left out: false
  invited?: string | null; // left out: null
}

/** What the matches of a table have brought to a player, who sat on this seat in their last one.

    ``points`` are the sums of their scores in each game. ``bot_account``: as in a chair. */
export interface EveningLine {
  seat: number;
  name: string;
  matches: number;
  bot?: string | null; // left out: null
  wins?: number; // left out: 0
  losses?: number; // left out: 0
  points?: Record<string, number>;
  bot_account?: boolean;
}

/** Somebody asks for a seat in mid-match; ``name`` is "" for a guest without one, and where talk is forbidden. */
export interface WireKnock {
  knock: number;
  seat: number;
  name: string;
}

/** Everything about the table except the cards; sent whole whenever any of it changes.

    ``yours``: you are the host yourself. ``guests``, ``at_door`` and ``banned`` are told to the host alone.

    ``old_rules``: the version of the rules that its match was played by, where ours are others: it is only shown. If
    its view has no result, it was not over and cannot go on. ``hands``: which seats have changed hands in this match. */
export interface TableInfo {
  t: "table";
  id: string;
  code: string;
  game: string;
  seats: number;
  options: Record<string, unknown>;
  status: Status;
  chairs: Chair[];
  you: number | null;
  host: boolean;
  open: boolean;
  watch: boolean;
  hints: boolean;
  join: "between" | "now";
  clock: number;
  watchers: number;
  match: string;
  seal: Seal;
  forfeit?: string; // left out: ""
  lost?: number[];
  evening?: EveningLine[];
  asks?: number | null; // left out: null
  waits?: number | null; // left out: null
  knocks?: WireKnock[];
  host_seat?: number | null; // left out: null
  yours?: boolean; // left out: false
  paused?: boolean; // left out: false
  full?: boolean; // left out: false
  door?: Door; // left out: "open"
  guests?: WireGuest[];
  at_door?: WireGuest[];
  banned?: WireGuest[];
  muted?: number[];
  patience?: number; // left out: 3
  votes?: WireVote[];
  idle?: number[];
  ready?: number[];
  ended?: boolean; // left out: false
  takes?: number; // left out: 0
  hands?: ChangeOfHands[];
  meanwhile?: number[];
  old_rules?: number; // left out: 0
}

/** What of the table differs from the last whole one that this client got, and which fields are left out now.

    Sent in its place to clients that ask for it. What an earlier change said no longer counts. */
export interface TableChange {
  t: "table-change";
  now?: Record<string, unknown>;
  gone?: string[];
}

/** Take a seat that is empty or held by a bot; in mid-match that is a request, which the host admits.

    ``any``: if somebody else has this one, another free seat will do. */
export interface Sit {
  t: "sit";
  seat?: number; // left out: 0
  any?: boolean; // left out: false
}

/** Host: let in somebody who asks for a bot's seat in mid-match, or (``yes`` false) not now. */
export interface Admit {
  t: "admit";
  knock: number;
  yes?: boolean; // left out: true
}

/** Leave one's seat; a bot plays on if the match is running. Who has none takes back what they asked for. */
export interface Stand {
  t: "stand";
}

/** Host: put a bot of this level on a seat that nobody holds, or (null) take it away.

    Also in the place of somebody who has gone, or has owed a move for too long. */
export interface SetBot {
  t: "bot";
  seat: number;
  level?: string | null; // left out: null
}

/** Host, before the deal: what the loser will have to do ("": nothing). */
export interface SetForfeit {
  t: "forfeit";
  text: string;
}

/** Host: deal. Empty seats get normal bots. */
export interface Start {
  t: "start";
}

/** Make a move: the client's own id for it (a retry repeats it), the move number and match it saw, the text.

    ``takes``: how many take-backs of this match it knew of (null: does not say). */
export interface Move {
  t: "move";
  id: string;
  n: number;
  move: string;
  match: string;
  takes?: number | null; // left out: null
}

/** Ask why a move would be refused, without making it. */
export interface AskWhy {
  t: "why";
  move: string;
}

/** Chat. */
export interface Say {
  t: "say";
  text: string;
}

/** Ask for odds, counts and advice, if the table allows hints. */
export interface AskHints {
  t: "hints";
}

/** The view of one's own seat after move ``n``. */
export interface AskPast {
  t: "past";
  n: number;
}

/** What the others call me. */
export interface Rename {
  t: "rename";
  name: string;
}

/** After the end: the same people; another game or options if the host names them. */
export interface Rematch {
  t: "rematch";
  game?: string | null; // left out: null
  options?: Record<string, unknown> | null; // left out: null
}

/** The story of move ``n`` has been shown to me, or I have skipped it: the bots need not wait for it.

    ``hurry``: nor need they seem to think before they move. */
export interface Told {
  t: "told";
  n: number;
  hurry?: boolean; // left out: false
}

/** Keeps the connection alive; answered by a pong. */
export interface Ping {
  t: "ping";
}

/** A zone: name, owner, slot, look, cards. If all cards are closed, only their number is sent. */
export type WireZone = [name: string, owner: number | null, slot: number | null, look: string, cards: Face[] | number];

/** A counter: name, owner, value, goal. */
export type WireCounter = [name: string, owner: number | null, value: number, goal: number | null];

/** A sentence id and its arguments; ``cards`` is null where they are closed to this seat.

    Defaults at the end are left out: most sentences have no word and no number. */
export type WireNote = [kind: string, seat?: number | null, other?: number | null, cards?: Face[] | null, n?: number, word?: string];

/** A number or a word beside a zone: the zone's name, owner and slot, and a sentence. */
export type WireLabel = [zone: string, owner: number | null, slot: number | null, note: WireNote];

/** How the picture of a beat differs from the one before (the last view, or another beat).

    At the end of a round ``gains`` is what each seat has won in it. Where the table has other zones or counters than
    before, ``table`` has all of both. */
export interface PictureChange {
  zones?: [number, Face[] | number][] | null; // left out: null
  more?: [number, Face[]][] | null; // left out: null
  counters?: [number, number][] | null; // left out: null
  notes?: WireNote[] | null; // left out: null
  labels?: WireLabel[] | null; // left out: null
  gains?: number[];
  table?: [WireZone[], WireCounter[]] | null; // left out: null
}

/** A moment in the middle of a move: how to show it, how many notes of the log have been told by then, and what
    differs from the picture before. */
export type WireBeat = [effect: string, told: number, change: PictureChange];

/** One move of the log: its number, what was told of it, and the seats that a bot has moved for there, in the place
    of their person. */
export type LogLine = [n: number, notes: WireNote[], bots?: number[]];

/** Moves that were taken back: the number of the take-back (from 0), after which move, by which seat, and what was
    told of them. */
export type Undone = [take: number, after: number, seat: number, lines: LogLine[]];

/** The whole view: on arrival, after a reconnect, and whenever a client has fallen behind.

    ``ask`` is what this seat must do, where the sentence of the phase does not say it. ``beats`` tell how it came to
    this, to those who have the view before.
    ``chance`` has every request of chance so far: ``shuffle 55`` (so many cards), ``pick 4`` (out of so many).
    ``bots``: as in a line of the log. In a replay: ``undone``, what was tried from here and taken back; ``hands``, the
    seats that change hands here. */
export interface FullView {
  t: "view";
  n: number;
  kind: Kind;
  turn: number[];
  phase: string;
  zones: WireZone[];
  counters: WireCounter[];
  legal: string[];
  chosen: string | null;
  notes: WireNote[];
  log: WireNote[];
  chat: boolean;
  result?: Record<string, unknown> | null; // left out: null
  deadline?: number; // left out: 0
  labels?: WireLabel[];
  ask?: WireNote | null; // left out: null
  beats?: WireBeat[];
  chance?: string[];
  bots?: number[];
  undone?: Undone[];
  hands?: ChangeOfHands[];
}

/** What differs from the view before, that of move ``since`` (left out: ``n - 1``); a field left out is as it was.

    ``zones`` are ``[index, cards]``, ``more`` are ``[index, cards laid at the end]``, ``counters`` ``[index, value]``.
    ``beats`` tell what happened between the two views; whoever does not show them may ignore them.
    ``chance`` are the requests of chance since then. */
export interface ViewChange {
  t: "change";
  n: number;
  log: WireNote[];
  since?: number | null; // left out: null
  kind?: Kind | null; // left out: null
  turn?: number[] | null; // left out: null
  phase?: string | null; // left out: null
  zones?: [number, Face[] | number][] | null; // left out: null
  more?: [number, Face[]][] | null; // left out: null
  counters?: [number, number][] | null; // left out: null
  legal?: string[] | null; // left out: null
  chosen?: string | null;
  notes?: WireNote[] | null; // left out: null
  chat?: boolean | null; // left out: null
  result?: Record<string, unknown> | null; // left out: null
  deadline?: number | null; // left out: null
  labels?: WireLabel[] | null; // left out: null
  ask?: WireNote | null;
  beats?: WireBeat[];
  chance?: string[] | null; // left out: null
  bots?: number[];
}

/** The move with this id is on disk. */
export interface Moved {
  t: "moved";
  id: string;
  n: number;
}

/** A no: the reason code and a sentence in both languages; ``id`` of the move if it was one. */
export interface Refused {
  t: "refused";
  reason: string;
  ru: string;
  en: string;
  id?: string; // left out: ""
}

/** Chat. ``seat`` is null for a watcher, ``name`` "" for a guest without one; ``who`` is their number.

    ``bot_account``: a program has said it. */
export interface Said {
  t: "said";
  seat: number | null;
  name: string;
  text: string;
  who?: number; // left out: 0
  bot_account?: boolean; // left out: false
}

/** What was said last, at most 200 lines; sent on arrival to those who ask for the log. */
export interface Chat {
  t: "chat";
  lines: Said[];
}

/** The answer to AskHints, for the view ``n``; while ``thinking`` is set it comes again, with advice. */
export interface Hints {
  t: "hints";
  n: number;
  hints: WireHint[];
  advice?: WireAdvice | null; // left out: null
  thinking?: boolean; // left out: false
}

/** The answer to AskPast. */
export interface Past {
  t: "past";
  view: FullView;
}

/** The log so far, as this seat heard it; sent on arrival and when a move is taken back.

    ``undone`` is what was taken back, in that order. */
export interface Log {
  t: "log";
  lines: LogLine[];
  undone?: Undone[];
}

/** The answer to a ping: the server's clock, in milliseconds since 1970, by which a ``deadline`` is to be read. */
export interface Pong {
  t: "pong";
  now: number;
}

/** The server is going down or this connection is closed; ``retry`` milliseconds later it is worth trying again.

    The reason's code comes with a sentence in both languages. */
export interface Closing {
  t: "closing";
  reason: string;
  retry?: number; // left out: 1000
  ru?: string; // left out: ""
  en?: string; // left out: ""
}

/** What the host of the house has to say to all who are here; both empty: it is taken back. */
export interface HouseWord {
  t: "house";
  ru: string;
  en: string;
}

/** POST /api/tables: whoever makes it becomes the host and sits on the first seat without a bot.

    ``full``: the first deal begins by itself once no seat is empty. */
export interface NewTable {
  game: string;
  seats: number;
  options?: Record<string, unknown>;
  bots?: (string | null)[];
  open?: boolean; // left out: true
  watch?: boolean; // left out: true
  hints?: boolean; // left out: true
  join?: "between" | "now"; // left out: "between"
  clock?: number; // left out: 0
  start?: boolean; // left out: false
  forfeit?: string; // left out: ""
  full?: boolean; // left out: false
  patience?: number; // left out: 3
}

/** The answer: the table's id (its link is /table/ID) and the short code to read out. */
export interface TableMade {
  id: string;
  code: string;
}

/** GET /api/tables/ID_or_CODE: what an invitation shows of a table. */
export interface TableSummary {
  id: string;
  code: string;
  game: string;
  status: Status;
  chairs: Chair[];
}

/** A table that one may join or watch; ``host`` is "" for a guest without a name.

    ``bot_account``: the host is a program; left out: they are none. */
export interface LobbyTable {
  id: string;
  game: string;
  seats: number;
  free: number;
  status: Status;
  host: string;
  watch: boolean;
  bot_account?: boolean;
}

/** GET /api/me: who I am here ("" without a name). The token is the cookie's value, for clients without cookies. */
export interface Guest {
  id: string;
  name: string;
  token: string;
}

/** Who played on a seat: a person ("": a guest without a name, or not known), or a bot of this level.

    ``bot_account``: a person who is a program; left out: they are none. */
export interface Player {
  name: string;
  bot: string | null;
  bot_account?: boolean;
}

/** A finished match of mine; its link is /match/ID. Without a result it was called off. */
export interface HistoryItem {
  id: string;
  game: string;
  seats: number;
  seat: number | null;
  when: number;
  result: Record<string, unknown> | null;
  players: Player[];
}

/** How the deal of a finished match was sealed: ``seal`` in its record. ``way`` 1 is the old one, with words. */
export interface SealRecord {
  way: number;
  commitment: string;
  secret: string;
  table?: string; // left out: ""
  match?: string; // left out: ""
  commits?: string[];
  nonces?: string[];
  words?: (string | null)[];
}

/** GET /api/matches/ID: the record with its ``seal`` (an uploaded one has none), and who sat where.

    ``lost`` are the seats that owe the ``forfeit``; ``evening`` is the table's score with this match. */
export interface ArchivedMatch {
  id: string;
  record: Record<string, unknown>;
  players: Player[];
  when: number;
  forfeit?: string; // left out: ""
  lost?: number[];
  evening?: EveningLine[];
}

/** A finished match of a table; its link is /match/ID. */
export interface TableMatch {
  id: string;
  game: string;
  when: number;
  result: Record<string, unknown>;
  players: Player[];
}

/** POST /api/matches: the id of the record that was uploaded. */
export interface MatchSaved {
  id: string;
}

/** Every HTTP error: the reason's code and a sentence in both languages. */
export interface Refusal {
  reason: string;
  ru: string;
  en: string;
}

/** What the host has to say to all who are here, in both languages, and until when it stands. */
export interface HouseNotice {
  ru: string;
  en: string;
  until: number;
}

/** GET /api/house: whose house this is, what it has to say, whether one needs an invitation and has one. */
export interface HouseInfo {
  name: string;
  imprint: string;
  contact: string;
  invite_only: boolean;
  invited: boolean;
  draining: boolean;
  notice: HouseNotice | null;
}

/** POST /api/invitation: the code of a link /invitation/CODE. */
export interface UseInvitation {
  code: string;
}

/** How busy the server is. Times are those that one in a hundred was above, since the start, in seconds. */
export interface HostLoad {
  move_seconds: number;
  commit_seconds: number;
  lag_seconds: number;
  moves: number;
  thoughts_waiting: number;
  memory_bytes: number;
  data_bytes: number;
  free_bytes: number;
}

/** GET /api/host: the house at a glance. ``problem`` is why nothing can be saved; "": all is well. */
export interface HostOverview {
  version: string;
  started: number;
  now: number;
  tables: number;
  playing: number;
  sockets: number;
  people: number;
  draining: boolean;
  invite_only: boolean;
  notice: HouseNotice | null;
  problem: string;
  load: HostLoad;
}

/** Who has a seat: a person with their id, or a bot. ``bot_account``: the person is a program. */
export interface HostChair {
  kind: "bot" | "empty" | "person";
  person: string;
  name: string;
  level: string | null;
  here: boolean;
  bot_account: boolean;
}

/** A table as the host of the house sees it: who is there and since when, never what they hold. */
export interface HostTable {
  id: string;
  code: string;
  game: string;
  status: Status;
  made: number;
  touched: number;
  host: string;
  chairs: HostChair[];
  watchers: number;
  sockets: number;
  moves: number;
  open: boolean;
}

/** Somebody who is connected now: from where, how often, at which tables. ``bot_account``: a program. */
export interface HostPerson {
  id: string;
  name: string;
  addresses: string[];
  sockets: number;
  tables: string[];
  bot_account: boolean;
}

/** That somebody has used up a quota: their own, or with others that of their network. */
export interface HostUsedUp {
  quota: string;
  whose: "network" | "person";
  person: string;
  name: string;
  address: string;
  times: number;
  last: number;
}

/** Somebody or a network that may not come in until then. */
export interface HostBan {
  kind: "address" | "person";
  who: string;
  name: string;
  until: number;
  why: string;
  made: number;
}

/** POST /api/host/bans: a person by their id, or a network such as 192.0.2.0/24, for so many days. */
export interface NewBan {
  kind: "address" | "person";
  who: string;
  days: number;
  why?: string; // left out: ""
}

/** An invitation: for how many people, and how many have come by it. ``code`` is told once, when it is made. */
export interface HostInvitation {
  id: string;
  label: string;
  until: number;
  uses: number;
  used: number;
  code?: string; // left out: ""
}

/** POST /api/host/invitations. */
export interface NewInvitation {
  label?: string; // left out: ""
  days?: number; // left out: 30.0
  uses?: number; // left out: 1
}

/** A bot account, and the tables where it sits. ``token`` is told once, when it is made. */
export interface HostBot {
  id: string;
  name: string;
  made: number;
  listening: boolean;
  tables: string[];
  token?: string; // left out: ""
}

/** POST /api/host/bots: a program that plays as somebody, and is known as a bot to all. */
export interface NewBot {
  name: string;
}

/** What somebody has told of somebody else, with the chat around it: who said it, their name, the words. */
export interface HostReport {
  id: string;
  when: number;
  table: string;
  match: string;
  person: string;
  name: string;
  whom: string;
  whom_name: string;
  text: string;
  lines: [string, string, string][];
  done: boolean;
}

/** Something that the host has done, and to whom or what. */
export interface HostAct {
  when: number;
  act: string;
  about: Record<string, unknown>;
}

/** POST /api/host/notice: what all are told, for so many minutes; one text may do for both languages. */
export interface HostWords {
  ru: string;
  en: string;
  minutes?: number; // left out: 60.0
}

/** POST /api/host/drain: whether the house takes no new tables and deals no more. */
export interface SetDraining {
  on: boolean;
}

/** Why the host closes a table or sends somebody away; it is kept in the list of acts. */
export interface Reason {
  why?: string; // left out: ""
}

/** What the host has done: to how many. */
export interface Done {
  done: number;
}

/** A browser where I am signed in; ``here``: this one. */
export interface DeviceLine {
  id: string;
  label: string;
  made: number;
  seen: number;
  here: boolean;
}

/** A passkey of mine. */
export interface PasskeyLine {
  id: string;
  label: string;
  made: number;
  seen: number;
}

/** A token of mine for a program. ``token`` is told once, when it is made. */
export interface TokenLine {
  id: string;
  label: string;
  scopes: Scope[];
  made: number;
  seen: number;
  token?: string; // left out: ""
}

/** GET /api/person: how I may come in again. ``words``: when my recovery words were made, 0 if there are none. */
export interface MyKeys {
  devices: DeviceLine[];
  passkeys: PasskeyLine[];
  words: number;
  tokens: TokenLine[];
}

/** POST /api/person/links: a link for another device, and its QR code as SVG. It works once, until then. */
export interface DeviceLink {
  link: string;
  until: number;
  qr: string;
}

/** POST /api/person/words: my recovery words in both languages; either may be typed. They are told this once. */
export interface NewWords {
  ru: string[];
  en: string[];
}

/** POST /api/sign-in/link: what follows # in a link for another device. */
export interface UseLink {
  code: string;
}

/** POST /api/sign-in/words. */
export interface UseWords {
  words: string;
}

/** What the browser says of a passkey, as WebAuthn writes it in JSON, and what it was asked. */
export interface PasskeyAnswer {
  challenge: string;
  credential: Record<string, unknown>;
  label?: string; // left out: ""
}

/** What a browser is asked: the options of WebAuthn, as JSON; the challenge comes back with the answer. */
export interface PasskeyQuestion {
  challenge: string;
  options: Record<string, unknown>;
}

/** POST /api/person/tokens: a token for a program. ``read``: it may look; ``play``: do what I may at tables. */
export interface NewToken {
  label: string;
  scopes: Scope[];
}

/** A table where I sit. ``turn`` are the seats to move, ``since`` is since when (0: not known here). */
export interface MyTable {
  id: string;
  game: string;
  seat: number;
  chairs: Chair[];
  turn: number[];
  mine: boolean;
  since: number;
}

/** GET /api/person/games: my matches that run, tables that wait, and matches that are over, the latest first. */
export interface MyGames {
  running: MyTable[];
  waiting: MyTable[];
  finished: HistoryItem[];
}

/** The first line of an export: what else is kept of a person. The lines that follow are their matches. */
export interface KeptOfMe {
  person: string;
  name: string;
  devices: DeviceLine[];
  passkeys: PasskeyLine[];
  words: number;
  tokens: TokenLine[];
  tables: string[];
  member_since: number;
  bans: string[];
}

/** POST /api/person/delete: it cannot be undone. */
export interface DeleteMe {
  sure: true;
}

/** GET /api/host/people/PERSON/export: all that is kept of somebody, and their matches. */
export interface HostExport {
  kept: KeptOfMe;
  matches: (Record<string, unknown>)[];
}

/** POST /api/person/delete: how many matches and tables told of the person. */
export interface Deleted {
  matches: number;
  tables: number;
}

export type ClientMessage = Sit | Admit | Stand | FreeSeat | Ban | SetDoor | LetIn | HandOver | Pause | Arrange | Mute | Nudge | Report | SetBot | Commit | Reveal | SetForfeit | Start | Move | AskWhy | Say | AskHints | AskPast | Rename | Rematch | Told | Claim | Propose | Ballot | Again | InviteBot | Decline | Ping;
export type ServerMessage = TableInfo | TableChange | FullView | ViewChange | Moved | Refused | Said | Chat | AtDoor | Nudged | Reported | Hints | Past | Log | Pong | HouseWord | Closing;
