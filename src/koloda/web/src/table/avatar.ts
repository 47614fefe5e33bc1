/** A face that follows from a name: the same person looks the same everywhere. */

/** A small whole number for each of the traits. */
function traitsOf(name: string): (count: number) => number {
  let state = 2166136261;
  for (const letter of name) state = Math.imul(state ^ letter.codePointAt(0)!, 16777619);
  return (count) => {
    state = Math.imul(state ^ (state >>> 15), 2246822519);
    state ^= state >>> 13;
    return (state >>> 0) % count;
  };
}

const SKINS = ['#f6d3b3', '#e8b48c', '#c98d63', '#9a6242', '#fbe0c4'];
const HAIRS = ['#2b2320', '#5a3a22', '#a5682a', '#d9a441', '#8c2f22', '#e8e3d8', '#3b3f58'];
const CLOTHES = ['#c8402f', '#2f6db5', '#e0a526', '#4a9a6d', '#7a4fa3', '#d9773b', '#2f8f9a'];
const GROUNDS = ['#f4d58d', '#9fd0c7', '#f2a98b', '#b7c4ee', '#d7c2e8', '#bfd994', '#f0b7c4'];

export interface Portrait {
  ground: string;
  skin: string;
  hair: string;
  clothes: string;
  /** Which of so many cuts, mouths, eyes and extras. */
  cut: number;
  mouth: number;
  eyes: number;
  extra: number;
}

export function portraitOf(name: string): Portrait {
  const pick = traitsOf(name);
  const one = (all: string[]): string => all[pick(all.length)]!;
  return {
    ground: one(GROUNDS),
    skin: one(SKINS),
    hair: one(HAIRS),
    clothes: one(CLOTHES),
    cut: pick(5),
    mouth: pick(3),
    eyes: pick(3),
    extra: pick(4),
  };
}
