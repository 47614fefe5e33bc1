/** A finished match that is told again: move by move, moment by moment, or by itself. */
import type { LogEntry, View } from '../net/decode';
import type { Story } from '../story/pictures';
import { type Pace, type Shown, StoryPlayer } from '../story/player.svelte';

/** So long a move stands that has no story, while the match plays by itself. */
const STEP_MS = 900;

export class Playback {
  readonly player: StoryPlayer;
  /** The number of moves that have been made, with the one that is being told. */
  move = $state(0);
  /** Whether it goes on by itself. */
  playing = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stories: Story[] = $state.raw([]);

  views: View[] = $derived(this.stories.map(({ final }) => final));
  last: number = $derived(Math.max(0, this.stories.length - 1));
  /** The moments of the present move that have a picture, and which of them stands; -1: the move is told. */
  pictures: number = $derived(this.stories[this.move]?.pictures.length ?? 0);
  picture: number = $derived.by(() =>
    this.player.current ? (this.stories[this.move]?.pictures.indexOf(this.player.current) ?? -1) : -1,
  );
  atStart: boolean = $derived(this.move === 0);
  atEnd: boolean = $derived.by(() => this.move === this.last && !this.player.telling);
  /** What has happened until now; of the move that is being told, as much as is told. */
  log: LogEntry[] = $derived.by(() => {
    const told = this.views.slice(0, this.move + 1).map(({ n, log, bots }) => ({ n, notes: log, bots }));
    const now = told.at(-1);
    if (now) now.notes = this.player.view?.log ?? now.notes;
    return told;
  });

  /** `tell` hears what comes on the table: the end of a jump, or one picture after the other. */
  constructor(
    pace: Pace,
    private readonly tell: (shown: Shown) => void,
  ) {
    this.player = new StoryPlayer(pace);
    this.player.listen((shown) => {
      tell(shown);
      if (!shown.picture) this.wait();
    });
  }

  stop(): void {
    clearTimeout(this.timer);
    this.player.stop();
  }

  /** The match by other eyes, at the same move: other cards are open, so nothing flies from one to the other. */
  load(stories: Story[]): void {
    this.stories = stories;
    this.move = Math.min(this.move, this.last);
    this.player.show(stories[this.move]?.final ?? null);
  }

  /** To the end of a move, without its story. */
  jump(wanted: number): void {
    this.playing = false;
    this.put(wanted);
  }

  /** To before the move that is being told, or the last one, without a story. */
  back(): void {
    this.jump(this.move - 1);
  }

  /** The next move with its story; what is left of the present one is skipped. */
  on(): void {
    this.player.skip();
    this.player.held = false;
    if (this.move < this.last) this.begin();
  }

  /** On by one moment: a picture, or the end of the move. */
  onPicture(): void {
    this.pause();
    if (this.player.telling) this.player.step();
    else if (this.move < this.last) this.begin();
  }

  /** Back by one moment. */
  backPicture(): void {
    this.pause();
    const at = this.picture < 0 ? this.pictures : this.picture;
    if (at === 0) return this.put(this.move - 1);
    this.player.standAt(this.stories[this.move]!, at - 1);
  }

  /** Play by itself, from the start again if this is the end; or pause. */
  toggle(): void {
    if (this.atEnd) this.put(0);
    this.playing = !this.playing;
    this.player.hold(!this.playing);
    this.wait();
  }

  /** When a move is told, the next one follows after a while. */
  private wait(): void {
    clearTimeout(this.timer);
    if (this.atEnd) this.playing = false;
    else if (this.playing && !this.player.telling) this.timer = setTimeout(() => this.on(), STEP_MS);
  }

  private pause(): void {
    clearTimeout(this.timer);
    this.playing = false;
    this.player.hold(true);
  }

  private begin(): void {
    clearTimeout(this.timer);
    this.move += 1;
    this.player.queue(this.stories[this.move]!);
  }

  private put(wanted: number): void {
    clearTimeout(this.timer);
    this.move = Math.min(this.last, Math.max(0, wanted));
    this.player.held = false;
    const view = this.views[this.move];
    if (!view) return;
    this.player.show(view);
    this.tell({ n: view.n, picture: null, view, notes: view.log });
  }
}
