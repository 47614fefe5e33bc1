/** A finished match as it is told again: asked of the server, or, where that cannot be reached, as it was seen before. */
import { type Story, storyOf } from '../story/pictures';
import { ApiError, gameInfoThen, match as askMatch, matchViews } from './api';
import { decodeView } from './decode';
import { keepReplay, keptReplays, keptViews } from './kept';
import type { ArchivedMatch, FullView, GameInfo } from './protocol';

export interface Told {
  match: ArchivedMatch;
  game: GameInfo;
  /** Every move with its story, each card followed from one to the next; the first is the deal. */
  stories: Story[];
  /** By whose eyes it can be seen without the server; null while that answers. */
  kept: string[] | null;
}

/** The replay of a match by these eyes. */
export async function replay(id: string, eyes: string): Promise<Told> {
  try {
    const [match, views] = await Promise.all([askMatch(id), matchViews(id, eyes)]);
    const game = await gameInfoThen(match);
    void keepReplay(match, game, eyes, views);
    return { match, game, stories: storiesOf(views), kept: null };
  } catch (error) {
    const told = error instanceof ApiError && error.reason === 'offline' ? await keptReplay(id, eyes) : null;
    if (!told) throw error;
    return told;
  }
}

async function keptReplay(id: string, eyes: string): Promise<Told | null> {
  const found = (await keptReplays()).find(({ match }) => match.id === id);
  const views = found && (await keptViews(id, eyes));
  return views ? { ...found, stories: storiesOf(views), kept: Object.keys(found.eyes) } : null;
}

function storiesOf(views: FullView[]): Story[] {
  const stories: Story[] = [];
  for (const view of views) stories.push(storyOf(stories.at(-1)?.final ?? null, decodeView(view), view.beats));
  return stories;
}
