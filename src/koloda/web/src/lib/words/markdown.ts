/** The Markdown of our rules pages as data. It is rendered as elements, so its text is never read as HTML. */

export interface Span {
  text: string;
  kind: 'plain' | 'strong' | 'em' | 'code';
}

/** An item of a list, and the list inside it, if any. */
export interface Item {
  spans: Span[];
  inner: Span[][];
}

export type Block =
  | { kind: 'heading'; level: number; spans: Span[] }
  | { kind: 'paragraph'; spans: Span[] }
  | { kind: 'list'; ordered: boolean; items: Item[] }
  | { kind: 'table'; head: Span[][]; rows: Span[][][] };

const HEADING = /^(#{1,4}) +(.*)$/;
const ITEM = /^(?:-|(\d+)\.) +(.*)$/;
const KINDS: [RegExp, Span['kind']][] = [
  [/^\*\*(.+)\*\*$/s, 'strong'],
  [/^`(.+)`$/s, 'code'],
  [/^\*(.+)\*$/s, 'em'],
];

/** Words with their emphasis. */
export function spans(text: string): Span[] {
  return text
    .split(/(\*\*.+?\*\*|`[^`]+`|\*[^*\s](?:[^*]*[^*\s])?\*)/s)
    .filter(Boolean)
    .map((part) => {
      for (const [pattern, kind] of KINDS) {
        const found = pattern.exec(part);
        if (found) return { text: found[1] ?? '', kind };
      }
      return { text: part, kind: 'plain' };
    });
}

const cells = (line: string): Span[][] =>
  line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => spans(cell.trim()));

/** A page as blocks. */
export function blocks(source: string): Block[] {
  const found: Block[] = [];
  let text = '';
  const close = (): void => {
    if (text) found.push({ kind: 'paragraph', spans: spans(text) });
    text = '';
  };
  for (const line of source.replace(/\r/g, '').split('\n')) {
    const before = text ? undefined : found.at(-1);
    const heading = HEADING.exec(line);
    const item = ITEM.exec(line);
    if (!line.trim()) {
      close();
      found.push({ kind: 'paragraph', spans: [] });
    } else if (heading) {
      close();
      found.push({ kind: 'heading', level: heading[1]?.length ?? 1, spans: spans(heading[2] ?? '') });
    } else if (item) {
      close();
      addItem(found, item[1] !== undefined, spans(item[2] ?? ''));
    } else if (line.startsWith('|')) {
      close();
      addRow(found, line);
    } else if (/^ {2}/.test(line) && before?.kind === 'list') {
      continueItem(before.items.at(-1), line.trim());
    } else text = text ? `${text} ${line.trim()}` : line.trim();
  }
  close();
  return found.filter((block) => block.kind !== 'paragraph' || block.spans.length);
}

function continueItem(item: Item | undefined, line: string): void {
  const inner = ITEM.exec(line);
  if (inner) item?.inner.push(spans(inner[2] ?? ''));
  else (item?.inner.at(-1) ?? item?.spans)?.push({ text: ' ', kind: 'plain' }, ...spans(line));
}

function addItem(found: Block[], ordered: boolean, text: Span[]): void {
  const before = found.at(-1);
  const item = { spans: text, inner: [] };
  if (before?.kind === 'list' && before.ordered === ordered) before.items.push(item);
  else found.push({ kind: 'list', ordered, items: [item] });
}

function addRow(found: Block[], line: string): void {
  if (/^[|:\-\s]*-[|:\-\s]*$/.test(line)) return;
  const before = found.at(-1);
  if (before?.kind === 'table') before.rows.push(cells(line));
  else found.push({ kind: 'table', head: cells(line), rows: [] });
}
