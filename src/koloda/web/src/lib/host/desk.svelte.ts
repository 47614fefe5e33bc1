import { ask } from '../net/api';
import type {
  Done,
  HostAct,
  HostBan,
  HostBot,
  HostInvitation,
  HostOverview,
  HostPerson,
  HostReport,
  HostTable,
  HostUsedUp,
} from '../net/protocol';

const KEPT = 'koloda-host-key';
const REFRESH_MS = 5000;
export const SECTIONS = [
  'status',
  'tables',
  'people',
  'reports',
  'quotas',
  'bans',
  'invitations',
  'bots',
  'acts',
] as const;
export type Section = (typeof SECTIONS)[number];

/** What the host sees of each section. */
interface Lists {
  tables: HostTable[];
  people: HostPerson[];
  reports: HostReport[];
  quotas: HostUsedUp[];
  bans: HostBan[];
  invitations: HostInvitation[];
  bots: HostBot[];
  acts: HostAct[];
}

/** The host's desk in one tab. The key is in the address after #, which no server hears, or is typed in. */
export class Desk {
  key = $state(takeKey());
  section: Section = $state('status');
  status: HostOverview | null = $state.raw(null);
  lists: Partial<Lists> = $state.raw({});
  failed: unknown = $state(null);

  /** Look again and again, until the page is left. */
  watch(): () => void {
    void this.look();
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void this.look();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }

  async look(): Promise<void> {
    const { key, section } = this;
    if (!key) return;
    try {
      if (section === 'status') this.status = await this.get<HostOverview>('');
      else this.lists = { ...this.lists, [section]: await this.get(`/${section}`) };
      this.failed = null;
    } catch (error) {
      if (key === this.key && section === this.section) this.failed = error;
    }
  }

  show(section: Section): void {
    this.section = section;
    this.failed = null;
    void this.look();
  }

  open(key: string): void {
    this.key = key.trim();
    sessionStorage.setItem(KEPT, this.key);
    void this.look();
  }

  leave(): void {
    sessionStorage.removeItem(KEPT);
    this.key = '';
    this.status = null;
    this.lists = {};
    this.failed = null;
  }

  /** Do something, and look what came of it. */
  async act<T = Done>(method: 'POST' | 'DELETE', path: string, body?: unknown): Promise<T | null> {
    try {
      const done = await this.send<T>(method, path, body);
      await this.look();
      return done;
    } catch (error) {
      this.failed = error;
      return null;
    }
  }

  private get<T>(path: string): Promise<T> {
    return this.send('GET', path);
  }

  private async send<T>(method: string, path: string, body?: unknown): Promise<T> {
    const headers = { authorization: `Bearer ${this.key}`, 'content-type': 'application/json' };
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    return (await (await ask(`/api/host${path}`, init)).json()) as T;
  }
}

function takeKey(): string {
  const given = location.hash.slice(1);
  if (given) {
    sessionStorage.setItem(KEPT, given);
    history.replaceState(null, '', location.pathname); // nobody should read it over a shoulder, or copy it with the link
  }
  return given || (sessionStorage.getItem(KEPT) ?? '');
}
