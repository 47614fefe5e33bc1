/** What the page calls people who are at a table, or speak there, whether they sit or not. */
import type { Said } from '../net/protocol';
import { t } from './fluent';
import { marked, personName } from './names';

/** What the page calls somebody; whoever is a program is called one. */
export const guestName = (name: string, isBot?: boolean): string => marked(personName(name), isBot);

/** What the page calls whoever has said something. */
export function speakerName(said: Said): string {
  const name = marked(personName(said.name, said.seat), said.bot_account);
  return said.seat === null ? t('tb-watcher', { name }) : name;
}
