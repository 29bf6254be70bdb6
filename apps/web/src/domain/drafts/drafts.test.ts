import { beforeEach, expect, test } from 'vitest';
import { type DraftKey, DraftStore } from './drafts.ts';

/** An in-memory implementation of the browser's Storage. */
class MapStorage implements Storage {
  readonly items = new Map<string, string>();
  get length() {
    return this.items.size;
  }
  key = (index: number) => [...this.items.keys()][index] ?? null;
  getItem = (name: string) => this.items.get(name) ?? null;
  setItem = (name: string, text: string) => void this.items.set(name, text);
  removeItem = (name: string) => void this.items.delete(name);
  clear = () => this.items.clear();
}

let storage: MapStorage;
let drafts: DraftStore;
beforeEach(() => {
  storage = new MapStorage();
  drafts = new DraftStore(() => storage);
});

const keyOf = (fields: Partial<DraftKey> = {}): DraftKey => ({
  accountId: 'ada',
  teamId: 'harbour',
  form: 'comment',
  subjectId: 'x',
  ...fields,
});

test('a draft is read only by its person, in its team, form, and task or project', () => {
  drafts.write(keyOf(), 'Half a sentence');
  expect(drafts.read(keyOf())).toBe('Half a sentence');
  const others: Partial<DraftKey>[] = [
    { accountId: 'bob' },
    { teamId: 'elsewhere' },
    { form: 'title' },
    { subjectId: 'y' },
  ];
  for (const other of others) expect(drafts.read(keyOf(other))).toBeNull();
  drafts.remove(keyOf());
  expect(storage.length).toBe(0);
});

test('removes drafts of other accounts and nothing else', () => {
  drafts.write(keyOf(), 'Of Ada');
  drafts.write(keyOf({ accountId: 'adam' }), 'Of Adam');
  storage.setItem('something-else', 'stays');
  drafts.removeAllButOf('ada');
  expect(drafts.read(keyOf())).toBe('Of Ada');
  expect([...storage.items.keys()].filter((name) => !name.includes('/ada/'))).toEqual(['something-else']);
});

test('removes the oldest beyond 50 drafts', () => {
  for (let index = 0; index < 60; index += 1) drafts.write(keyOf({ subjectId: `${index}` }), 'Text');
  expect(storage.length).toBe(50);
  expect(drafts.read(keyOf({ subjectId: '59' }))).toBe('Text');
});

test('removes the oldest beyond 1,000,000 characters, and keeps the new one', () => {
  for (const subjectId of ['1', '2', '3', '4', '5', '6']) {
    drafts.write(keyOf({ subjectId }), 'a'.repeat(200_000));
    drafts.write(keyOf({ subjectId }), 'b'.repeat(200_000));
  }
  const total = [...storage.items.values()].reduce((sum, text) => sum + text.length, 0);
  expect(total).toBeLessThanOrEqual(1_000_000);
  expect(drafts.read(keyOf({ subjectId: '6' }))).toBe('b'.repeat(200_000));
});

test('returns no draft from damaged data or an unusable storage', () => {
  drafts.write(keyOf(), 'Text');
  const [name] = storage.items.keys();
  storage.setItem(name ?? '', '1 {"value":');
  expect(drafts.read(keyOf())).toBeNull();
  const closed = new DraftStore(() => {
    throw new Error('The storage is closed');
  });
  closed.write(keyOf(), 'Text');
  expect(closed.read(keyOf())).toBeNull();
});
