/** Quiet, short sounds, made here without files. */

interface Tone {
  /** Hertz, and to where it slides; 0: noise, as of paper. */
  pitch: number;
  to?: number;
  ms: number;
  /** When it begins. */
  after?: number;
  loud: number;
  shape?: OscillatorType;
}

/** What each sound is made of. */
export const SOUNDS = {
  card: [{ pitch: 0, ms: 70, loud: 0.05 }],
  shuffle: [0, 60, 120, 180, 240].map((after) => ({ pitch: 0, ms: 55, after, loud: 0.04 })),
  chip: [
    { pitch: 2100, to: 1900, ms: 45, loud: 0.03 },
    { pitch: 2900, to: 2600, ms: 50, after: 35, loud: 0.02 },
  ],
  turn: [
    { pitch: 587, ms: 110, loud: 0.04 },
    { pitch: 784, ms: 170, after: 90, loud: 0.04 },
  ],
  win: [523, 659, 784, 1047].map((pitch, at) => ({ pitch, ms: 240, after: at * 110, loud: 0.045 })),
  refused: [{ pitch: 190, to: 150, ms: 140, loud: 0.05 }],
} satisfies Record<string, Tone[]>;

export type Sound = keyof typeof SOUNDS;

const NOISE_HERTZ = 2600;

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

/** Makes a sound. Before the first gesture a browser would not let it be heard. */
export function make(sound: Sound): void {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  for (const tone of SOUNDS[sound]) begin(context, tone);
}

function begin(audio: AudioContext, { pitch, to, ms, after = 0, loud, shape = 'sine' }: Tone): void {
  const begins = audio.currentTime + after / 1000;
  const ends = begins + ms / 1000;
  const volume = audio.createGain();
  volume.gain.setValueAtTime(loud, begins);
  volume.gain.exponentialRampToValueAtTime(0.0001, ends);
  volume.connect(audio.destination);
  const source = pitch ? toneOf(audio, pitch, to ?? pitch, shape, begins, ends) : rustle(audio);
  source.connect(volume);
  const player = source instanceof BiquadFilterNode ? paper(audio, source) : source;
  player.start(begins);
  player.stop(ends);
}

function toneOf(
  audio: AudioContext,
  pitch: number,
  to: number,
  shape: OscillatorType,
  begins: number,
  ends: number,
): OscillatorNode {
  const tone = audio.createOscillator();
  tone.type = shape;
  tone.frequency.setValueAtTime(pitch, begins);
  tone.frequency.exponentialRampToValueAtTime(to, ends);
  return tone;
}

/** What makes noise sound like paper. */
function rustle(audio: AudioContext): BiquadFilterNode {
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = NOISE_HERTZ;
  filter.Q.value = 0.8;
  return filter;
}

function paper(audio: AudioContext, filter: BiquadFilterNode): AudioBufferSourceNode {
  if (!noise) {
    noise = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate);
    const samples = noise.getChannelData(0);
    for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  }
  const source = audio.createBufferSource();
  source.buffer = noise;
  source.connect(filter);
  return source;
}
