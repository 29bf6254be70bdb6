import { describe, expect, it } from 'vitest';
import { TeamTurns } from './limits/team-turns.ts';
import { maxPageBytes, serializePage } from './serialize-page.ts';

type Item = { id: string; text: string };
const cursorAt = (items: Item[]) => (index: number) => items[index]?.id ?? '';
const itemsOf = (text: string, count: number): Item[] =>
  Array.from({ length: count }, (_, index) => ({ id: `item${index}`, text }));

/** Reads a list to its end; returns its pages. */
async function readAll(items: Item[], maxBytes: number): Promise<{ json: Buffer; items: Item[] }[]> {
  const pages: { json: Buffer; items: Item[] }[] = [];
  for (let cursor: string | null = null, start = 0; start === 0 || cursor !== null; ) {
    const rest = items.slice(start);
    const page = await serializePage({ items: rest, nextCursor: null, cursorAt: cursorAt(rest), maxBytes });
    const sent = JSON.parse(page.json.toString()) as Item[];
    expect(sent).toHaveLength(page.count);
    pages.push({ json: page.json, items: sent });
    cursor = page.nextCursor;
    start = items.findIndex(({ id }) => id === cursor) + 1;
    if (start === 0) break;
  }
  return pages;
}

describe('a page', () => {
  it.each(['\u0001', '"', '\\', '🦊', 'é', 'x'])(
    'of texts of %j has at most its bytes as sent, and each item is in exactly one',
    async (character) => {
      const items = itemsOf(character.repeat(1_000), 60);
      const maxBytes = 20_000;
      const pages = await readAll(items, maxBytes);
      expect(pages.flatMap((page) => page.items)).toEqual(items);
      const largest = Math.max(...pages.map(({ json }) => json.length));
      expect(largest).toBeLessThanOrEqual(maxBytes);
      // No page could have one more item.
      expect(largest).toBeGreaterThan(maxBytes - Buffer.byteLength(JSON.stringify(items[0])) - 1);
    },
  );

  it('is the JSON of its items when they fit to the byte, and has one fewer when they exceed it by one', async () => {
    const items = itemsOf('"', 3);
    const json = JSON.stringify(items);
    const page = { items, nextCursor: 'next', cursorAt: cursorAt(items) };
    const whole = await serializePage({ ...page, maxBytes: json.length });
    expect({ ...whole, json: whole.json.toString() }).toEqual({ json, count: 3, nextCursor: 'next' });
    const cut = await serializePage({ ...page, maxBytes: json.length - 1 });
    expect({ ...cut, json: cut.json.toString() }).toEqual({
      json: JSON.stringify(items.slice(0, 2)),
      count: 2,
      nextCursor: 'item1',
    });
  });

  it('has one item that is larger than the page', async () => {
    const pages = await readAll(itemsOf('\u0001'.repeat(1_000), 3), 100);
    expect(pages.map((page) => page.items.length)).toEqual([1, 1, 1]);
  });

  it('may be empty, with or without a next one', async () => {
    for (const nextCursor of [null, 'after']) {
      const page = await serializePage({ items: [], nextCursor, cursorAt: undefined });
      expect({ ...page, json: page.json.toString() }).toEqual({ json: '[]', count: 0, nextCursor });
    }
  });

  it('is measured as the transport sends its items', async () => {
    const items = itemsOf('"'.repeat(100), 3);
    const toJson = ({ text }: Item) => JSON.stringify(JSON.stringify(text));
    const { json, count } = await serializePage({
      items,
      nextCursor: null,
      cursorAt: cursorAt(items),
      toJson,
      maxBytes: 900,
    });
    expect(count).toBe(2);
    expect(json.toString()).toBe(`[${items.slice(0, 2).map(toJson).join()}]`);
  });

  it('is made in slices, between which others have their turn', async () => {
    const items = itemsOf('\u0001'.repeat(100_000), 44);
    let now = 0;
    const teamTurns = new TeamTurns({ now: () => (now += 8) });
    const order: string[] = [];
    const toJson = (item: Item) => {
      order.push('item');
      return JSON.stringify(item);
    };
    function* work(): Generator<void, void> {
      for (let n = 0; n < 3; n += 1) {
        order.push('other team');
        yield;
      }
    }
    const [{ json, count }] = await Promise.all([
      serializePage({
        ...{ items, nextCursor: null, cursorAt: cursorAt(items), toJson },
        turns: teamTurns.of('team'),
      }),
      teamTurns.of('other').runSlices(work()),
    ]);
    expect(order.slice(0, 7)).toEqual([
      ...['item', 'other team', 'item', 'other team', 'item', 'other team', 'item'],
    ]);
    expect(json.length).toBeLessThanOrEqual(maxPageBytes);
    expect(count).toBe(6);
  });
});
