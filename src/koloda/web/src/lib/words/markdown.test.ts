import { describe, expect, it } from 'vitest';
import { blocks, spans } from './markdown';

const RULES = import.meta.glob<string>('../../../../games/rules/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

describe('the Markdown of rules pages', () => {
  it('reads headings, paragraphs, lists and tables', () => {
    const page = blocks(
      '# A\n\n## B\none\ntwo\n\n- x\n- y\n  z\n  - i\n  - j\n\n1. p\n2. q\n\n| a | b |\n|---|---|\n| 1 | 2 |\n',
    );
    expect(page.map((block) => block.kind)).toEqual(['heading', 'heading', 'paragraph', 'list', 'list', 'table']);
    expect(page[2]).toEqual({ kind: 'paragraph', spans: [{ text: 'one two', kind: 'plain' }] });
    expect(page[3]).toMatchObject({
      ordered: false,
      items: [{ inner: [] }, { spans: { length: 3 }, inner: { length: 2 } }],
    });
    expect(page[5]).toMatchObject({ head: { length: 2 }, rows: [{ length: 2 }] });
  });

  it('knows a table without a head', () => {
    expect(blocks('| | |\n|---|---|\n| 1 | a |\n| 2 | b |')).toMatchObject([
      { kind: 'table', head: [{ length: 0 }, { length: 0 }], rows: { length: 2 } },
    ]);
  });

  it('reads emphasis and leaves everything else alone', () => {
    expect(spans('a **b c** `d` *e* 2 * 3 <img src=x>')).toEqual([
      { text: 'a ', kind: 'plain' },
      { text: 'b c', kind: 'strong' },
      { text: ' ', kind: 'plain' },
      { text: 'd', kind: 'code' },
      { text: ' ', kind: 'plain' },
      { text: 'e', kind: 'em' },
      { text: ' 2 * 3 <img src=x>', kind: 'plain' },
    ]);
  });

  it('leaves no mark of Markdown in any rules page', () => {
    expect(Object.keys(RULES).length).toBeGreaterThan(4);
    for (const [name, page] of Object.entries(RULES)) {
      expect(JSON.stringify(blocks(page)), name).not.toMatch(/\*\*|"text":"[-#|] |"text":"\d+\. /);
    }
  });
});
