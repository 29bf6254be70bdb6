import { expect, it } from 'vitest';
import { Bag, type InBag } from './bag.ts';

type Item = InBag & { name: string };
const item = (name: string): Item => ({ name, indexInBag: -1 });
const namesIn = (bag: Bag<Item>) => [...bag].map(({ name }) => name).sort();

it('has what was added and not deleted, in any order', () => {
  const bag = new Bag<Item>();
  const [a, b, c] = ['a', 'b', 'c'].map(item) as [Item, Item, Item];
  for (const each of [a, b, c]) bag.add(each);
  bag.delete(a);
  expect(namesIn(bag)).toEqual(['b', 'c']);
  bag.delete(c);
  bag.add(a);
  expect(namesIn(bag)).toEqual(['a', 'b']);
  for (const each of [b, a]) bag.delete(each);
  expect(namesIn(bag)).toEqual([]);
});

it('does nothing with what is not in it', () => {
  const bag = new Bag<Item>();
  const [there, gone] = [item('there'), item('gone')];
  bag.add(there);
  bag.delete(gone);
  bag.add(gone);
  bag.delete(gone);
  bag.delete(gone);
  expect(namesIn(bag)).toEqual(['there']);
  expect([there.indexInBag, gone.indexInBag]).toEqual([0, -1]);
});
