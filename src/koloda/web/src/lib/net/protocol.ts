// Written by `python -m koloda.server.protocol.typescript` from its neighbours; do not edit.

export type CounterShow = "cards" | "chip" | "chip-round" | "flag" | "number" | "own" | "ready" | "score" | "seat" | "track";
export type ZoneLook = "fan" | "grid" | "pile" | "reveal" | "row" | "tile" | "trick";
export type OptionValue = boolean | number | string | unknown[] | Record<string, unknown> | null;
export type Lang = "en" | "ru";
export type Level = "easy" | "normal" | "strong";
export type Kind = "free" | "one" | "together";
export type Status = "over" | "playing" | "waiting";
export type SealStage = "dealt" | "open" | "revealing" | "sealing";
export type Face = number | string | null;

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

    An announcement of a kind in ``out_notes`` says that its seat is out of the round or of the match. ``asks`` and
    ``waits`` say for every phase what whoever must act should do, and what the others wait for. ``holds`` are the
    milliseconds for which the picture of a beat stands, by its effect. */
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

/** Take a seat that is empty or held by a bot; in mid-match that is a request, which the host admits. */
export interface Sit {
  t: "sit";
  seat: number;
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
  level?: Level | null; // left out: null
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

/** Host, before the deal: what the loser will have to do ("": nothing). */
export interface SetForfeit {
  t: "forfeit";
  text: string;
}

/** Host: deal. Empty seats get normal bots. */
export interface Start {
  t: "start";
}

/** Make a move: the client's own id for it (a retry repeats it), the move number and match it saw, the text. */
export interface Move {
  t: "move";
  id: string;
  n: number;
  move: string;
  match: string;
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

/** Who sits on a seat. ``name`` is "" for a guest without one; ``away``: a bot plays for them until they are back.

    ``next``: who takes a bot's seat at the next deal ("": a guest without a name; null: nobody). */
export interface Chair {
  kind: "bot" | "empty" | "person";
  name?: string; // left out: ""
  level?: Level | null; // left out: null
  here?: boolean; // left out: true
  away?: boolean; // left out: false
  next?: string | null; // left out: null
}

/** What the matches of a table have brought to a player, who sat on this seat in their last one.

    ``points`` are the sums of their scores in each game. */
export interface EveningLine {
  seat: number;
  name: string;
  bot: Level | null;
  matches: number;
  wins: number;
  losses: number;
  points: Record<string, number>;
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

/** Somebody asks for a seat in mid-match; ``name`` is "" for a guest without one, and where talk is forbidden. */
export interface WireKnock {
  knock: number;
  seat: number;
  name: string;
}

/** Everything about the table except the cards; sent whole whenever any of it changes. */
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
}

/** A zone: name, owner, slot, look, cards. If all cards are closed, only their number is sent. */
export type WireZone = [name: string, owner: number | null, slot: number | null, look: string, cards: Face[] | number];

/** A counter: name, owner, value, goal. */
export type WireCounter = [name: string, owner: number | null, value: number, goal: number | null];

/** A sentence id and its arguments; ``cards`` is null where they are closed to this seat. */
export type WireNote = [kind: string, seat: number | null, other: number | null, cards: Face[] | null, n: number, word: string];

/** A number or a word beside a zone: the zone's name, owner and slot, and a sentence. */
export type WireLabel = [zone: string, owner: number | null, slot: number | null, note: WireNote];

/** A moment in the middle of a move, as the difference from the picture before (the last view, or another beat).

    ``effect`` says how to show it. By then the first ``told`` notes of the log have been told. At the end of a round
    ``gains`` is what each seat has won in it. Where the table has other zones or counters than before, ``table`` has
    all of both. */
export interface WireBeat {
  effect: string;
  told?: number; // left out: 0
  zones?: [number, Face[] | number][] | null; // left out: null
  more?: [number, Face[]][] | null; // left out: null
  counters?: [number, number][] | null; // left out: null
  notes?: WireNote[] | null; // left out: null
  labels?: WireLabel[] | null; // left out: null
  gains?: number[];
  table?: [WireZone[], WireCounter[]] | null; // left out: null
}

/** The whole view: on arrival, after a reconnect, and whenever a client has fallen behind.

    ``ask`` is what this seat must do, where the sentence of the phase does not say it. ``beats`` tell how it came to
    this, to those who have the view before.
    ``chance`` has every request of chance so far: ``shuffle 55`` (so many cards), ``pick 4`` (out of so many). */
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

/** Chat. ``seat`` is null for a watcher, ``name`` "" for a guest without one. */
export interface Said {
  t: "said";
  seat: number | null;
  name: string;
  text: string;
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

/** One move of the log: its number and what was told of it. */
export type LogLine = [n: number, notes: WireNote[]];

/** The log so far, as this seat heard it; sent once on arrival. */
export interface Log {
  t: "log";
  lines: LogLine[];
}

/** The answer to a ping: the server's clock, in milliseconds since 1970, by which a ``deadline`` is to be read. */
export interface Pong {
  t: "pong";
  now: number;
}

/** The server is going down or this connection is closed; ``retry`` milliseconds later it is worth trying again. */
export interface Closing {
  t: "closing";
  reason: string;
  retry?: number; // left out: 1000
}

/** POST /api/tables: whoever makes it becomes the host and sits on the first seat without a bot. */
export interface NewTable {
  game: string;
  seats: number;
  options?: Record<string, unknown>;
  bots?: (Level | null)[];
  open?: boolean; // left out: true
  watch?: boolean; // left out: true
  hints?: boolean; // left out: true
  join?: "between" | "now"; // left out: "between"
  clock?: number; // left out: 0
  start?: boolean; // left out: false
  forfeit?: string; // left out: ""
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

/** A table that one may join or watch; ``host`` is "" for a guest without a name. */
export interface LobbyTable {
  id: string;
  game: string;
  seats: number;
  free: number;
  status: Status;
  host: string;
  watch: boolean;
}

/** GET /api/me: who I am here ("" without a name). The token is the cookie's value, for clients without cookies. */
export interface Guest {
  id: string;
  name: string;
  token: string;
}

/** Who played on a seat: a person ("": a guest without a name, or not known), or a bot of this level. */
export interface Player {
  name: string;
  bot: Level | null;
}

/** A finished match of mine; its link is /match/ID. */
export interface HistoryItem {
  id: string;
  game: string;
  seats: number;
  seat: number | null;
  when: number;
  result: Record<string, unknown>;
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

export type ClientMessage = Sit | Admit | Stand | SetBot | Commit | Reveal | SetForfeit | Start | Move | AskWhy | Say | AskHints | AskPast | Rename | Rematch | Told | Ping;
export type ServerMessage = TableInfo | FullView | ViewChange | Moved | Refused | Said | Hints | Past | Log | Pong | Closing;
