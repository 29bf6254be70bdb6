import { expect, it } from 'vitest';
import { pickChanged } from './change-record.ts';

const record = { id: 'a', name: 'Ada', description: null as string | null, maxAttempts: 0 as number | null };
type Patch = Partial<Omit<typeof record, 'id'>>;

it.each<[given: string, patch: Patch, changed: Patch | undefined]>([
  ['one field that differs', { name: 'Eve' }, { name: 'Eve' }],
  ['several fields that differ', { name: 'Eve', maxAttempts: 3 }, { name: 'Eve', maxAttempts: 3 }],
  ['of two fields the one that differs', { name: 'Ada', description: 'D' }, { description: 'D' }],
  ['null instead of a value', { maxAttempts: null }, { maxAttempts: null }],
  ['a value instead of null', { description: '' }, { description: '' }],
  ['nothing of an equal value', { name: 'Ada' }, undefined],
  ['nothing of null that is null already', { description: null }, undefined],
  ['nothing of 0 that is 0 already', { maxAttempts: 0 }, undefined],
  ['nothing of an absent value', { name: undefined, description: undefined }, undefined],
  ['no absent value beside one that differs', { name: undefined, maxAttempts: 3 }, { maxAttempts: 3 }],
  ['nothing of an empty patch', {}, undefined],
])('picks %s', (_, patch, changed) => {
  expect(pickChanged(record, patch)).toStrictEqual(changed);
});
