/** Plays the story of each move, picture by picture; at rest it shows the newest view. */
import type { Note, View } from '../net/decode';
import type { Picture, Story } from './pictures';

/** How fast stories are told, by what the reader has chosen: so much of the usual time. */
export const SPEEDS = { calm: 1.5, normal: 1, fast: 0.45, off: 0 } as const;
export type Speed = keyof typeof SPEEDS;

/** While another move waits, what is ahead of it is told this fast, and within this time. */
const HURRIED = SPEEDS.fast;
const LONGEST_WAIT_MS = 3000;

/** A long story is told faster, as far as each picture can still be seen. */
const LONGEST_STORY_MS = 6000;
const SHORTEST_HOLD_MS = 400;

/** What has come on the table: a picture, or (null) the end of a move. */
export interface Shown {
  /** The number of the move. */
  n: number;
  picture: Picture | null;
  view: View;
  /** What is told with it. Each note of a move is told once, also if its picture was skipped. */
  notes: Note[];
}

/** What a player asks of its table. */
export interface Pace {
  /** For how many milliseconds the picture of each effect stands. */
  holds(): Record<string, number>;
  speed(): Speed;
}

interface Scene extends Shown {
  /** How long it stands at the usual speed. */
  ms: number;
  /** Whether it stands shorter because another move waits. */
  hurried: boolean;
  /** Whether the reader does not want to see it. */
  skipped?: boolean;
  /** The move that it belongs to. */
  story: Story;
}

export class StoryPlayer {
  /** What lies on the table for the reader. */
  view: View | null = $state.raw(null);
  /** What lay there before; null if nothing should fly from there. */
  previous: View | null = $state.raw(null);
  /** The picture that stands on the table. */
  current: Picture | null = $state.raw(null);
  /** Whether a story is being told: nobody can act before it is told or skipped. */
  telling: boolean = $derived(this.current !== null);
  /** The last picture or view that was told, with its sentences. */
  shown: Shown | null = $state.raw(null);
  /** The pictures of the present move: of the one that is being told, or of the last one. */
  pictures: Picture[] = $state.raw([]);
  /** What needs room at the same time: while a story is told all its pictures and the view before it. */
  frame: View[] = $state.raw([]);
  /** Whether a picture stands until somebody steps on. */
  held: boolean = $state(false);

  private waiting: Scene[] = [];
  private listeners = new Set<(shown: Shown) => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private scene: Scene | null = null;
  private since = 0;

  /** `told` hears of every move whose story has been told to its end or skipped. */
  constructor(
    private readonly pace: Pace,
    private readonly told: (n: number) => void = () => undefined,
  ) {}

  /** Be told of everything that comes on the table, in order. Returns how to stop that. */
  listen(listener: (shown: Shown) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Show a view at once, without a story: on arrival, or after a jump. Null clears the table. */
  show(view: View | null): void {
    this.stop();
    this.view = view;
    this.previous = this.current = this.shown = null;
    this.pictures = [];
    this.frame = view ? [view] : [];
  }

  /** Tell a move after all that waits already. */
  queue(story: Story): void {
    const ahead = [...this.waiting];
    this.waiting.push(...this.scenesOf(story));
    if (this.current) this.hurry(ahead);
    else this.next();
  }

  /** To the end of all that waits, at once. */
  skip(): void {
    if (!this.current) return;
    for (const scene of this.waiting) scene.skipped = true;
    this.next();
    this.previous = null;
  }

  /** Go back to a picture of a move; it stands until somebody steps on. */
  standAt(story: Story, picture: number): void {
    this.stop();
    this.waiting = this.scenesOf(story).slice(picture);
    this.held = true;
    this.next();
    this.previous = null;
  }

  /** Put the next picture on the table, or the end of the move. */
  step(): void {
    if (this.current) this.next();
  }

  /** Let the picture stand, or go on. */
  hold(held: boolean): void {
    this.held = held;
    this.since = Date.now();
    this.changePace();
  }

  /** Forget what waits, and the time. */
  stop(): void {
    clearTimeout(this.timer);
    this.waiting = [];
    this.scene = null;
  }

  /** The picture has just been drawn: only now its time begins. */
  drawn(): void {
    this.since = Date.now();
    this.changePace();
  }

  /** The reader has chosen another speed: it holds for what stands on the table, too. */
  changePace(): void {
    if (this.current) this.wait();
  }

  private scenesOf(story: Story): Scene[] {
    const holds = this.pace.holds();
    const { pictures, final, rest } = story;
    const total = pictures.reduce((sum, { effect }) => sum + (holds[effect] ?? 0), 0);
    const faster = Math.min(1, LONGEST_STORY_MS / total);
    const holdOf = (ms: number): number => Math.max(ms * faster, Math.min(ms, SHORTEST_HOLD_MS));
    const scenes: Scene[] = pictures.map((picture) => ({
      ...picture,
      picture,
      ms: holdOf(holds[picture.effect] ?? 0),
      hurried: false,
      story,
    }));
    return [...scenes, { n: final.n, picture: null, view: final, notes: rest, ms: 0, hurried: false, story }];
  }

  private next(): void {
    for (let scene = this.waiting.shift(); scene; scene = this.waiting.shift()) {
      this.put(scene);
      if (scene.picture && (this.held ? !scene.skipped : this.timeOf(scene) > 0)) return this.wait();
    }
  }

  private timeOf(scene: Scene | null): number {
    return scene?.skipped ? 0 : (scene?.ms ?? 0) * SPEEDS[this.pace.speed()];
  }

  /** The scene stands until its time is over. */
  private wait(): void {
    clearTimeout(this.timer);
    if (this.held) return;
    this.timer = setTimeout(() => this.next(), Math.max(0, this.since + this.timeOf(this.scene) - Date.now()));
  }

  private put(scene: Scene): void {
    clearTimeout(this.timer);
    const { pictures, final } = scene.story;
    if (!scene.picture) this.frame = [final];
    else if (this.scene?.story !== scene.story) this.frame = [this.view ?? final, ...pictures.map(({ view }) => view)];
    this.pictures = pictures;
    this.scene = scene;
    this.since = Date.now();
    this.previous = this.view;
    this.view = scene.view;
    this.current = scene.picture;
    this.shown = scene;
    for (const listener of this.listeners) listener(scene);
    if (!scene.picture && pictures.length) this.told(scene.n);
  }

  /** Another move has come: what is ahead of it is told quickly. */
  private hurry(ahead: Scene[]): void {
    const scenes = this.scene ? [this.scene, ...ahead] : ahead;
    for (const scene of scenes) {
      if (!scene.hurried) scene.ms *= HURRIED;
      scene.hurried = true;
    }
    const gone = Date.now() - this.since;
    const total = scenes.reduce((sum, scene) => sum + this.timeOf(scene), -gone);
    if (total > LONGEST_WAIT_MS) for (const scene of scenes) scene.ms *= LONGEST_WAIT_MS / total;
    this.wait();
  }
}
