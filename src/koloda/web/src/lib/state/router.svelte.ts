/** The addresses of the page. */
export type Page =
  | 'Home'
  | 'Rules'
  | 'NewTable'
  | 'Lobby'
  | 'Invite'
  | 'Table'
  | 'MyGames'
  | 'History'
  | 'Replay'
  | 'Review'
  | 'Upload'
  | 'Settings'
  | 'Device'
  | 'Privacy'
  | 'Invitation'
  | 'Host'
  | 'Embed'
  | 'NotFound';

export interface Route {
  page: Page;
  id: string;
}

const ROUTES: [RegExp, Page][] = [
  [/^\/$/, 'Home'],
  [/^\/rules\/([^/]+)$/, 'Rules'],
  [/^\/new(?:\/([^/]+))?$/, 'NewTable'],
  [/^\/lobby$/, 'Lobby'],
  [/^\/t\/([^/]+)$/, 'Invite'],
  [/^\/table\/([^/]+)$/, 'Table'],
  [/^\/games$/, 'MyGames'],
  [/^\/history$/, 'History'],
  [/^\/match\/([^/]+)$/, 'Replay'],
  [/^\/match\/([^/]+)\/review$/, 'Review'],
  [/^\/replay$/, 'Upload'],
  [/^\/settings$/, 'Settings'],
  [/^\/device$/, 'Device'],
  [/^\/privacy$/, 'Privacy'],
  [/^\/invitation\/([^/]+)$/, 'Invitation'],
  [/^\/host$/, 'Host'],
  [/^\/embed\/match\/([^/]+)$/, 'Embed'],
];

/** Which page an address means. */
export function routeOf(path: string): Route {
  for (const [pattern, page] of ROUTES) {
    const found = pattern.exec(path.length > 1 ? path.replace(/\/$/, '') : path);
    if (found) return { page, id: decoded(found[1] ?? '') };
  }
  return { page: 'NotFound', id: '' };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const here = $state({ path: typeof location === 'undefined' ? '/' : location.pathname });

/** Go to another page; `replace` leaves no step back. */
export function go(path: string, replace = false): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', path);
  here.path = location.pathname;
  scrollTo(0, 0);
}

/** Follow our own links without loading the page anew, and the browser's back and forward. */
export function follow(): () => void {
  const moved = (): void => {
    here.path = location.pathname;
  };
  document.addEventListener('click', clicked);
  addEventListener('popstate', moved);
  return () => {
    document.removeEventListener('click', clicked);
    removeEventListener('popstate', moved);
  };
}

function clicked(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = (event.target as Element | null)?.closest('a');
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (link.pathname.startsWith('/api/') || link.getAttribute('href')?.startsWith('#')) return;
  event.preventDefault();
  if (routeOf(here.path).page === 'Embed')
    open(link.href, '_blank', 'noopener'); // nothing else of ours is shown in a frame
  else go(link.pathname + link.search);
}
