import type { Member } from '@crewboard/contracts';
import { expect, test } from 'vitest';
import { filterMembers, type MemberPages, membersIn, withoutMember, withRole } from './member-pages.ts';

const member = (userId: string, name = userId): Member => ({
  userId,
  name,
  email: `${userId}@crewboard.test`,
  role: 'member',
  joinedAt: '2026-11-21T00:00:00.000Z',
  lastActiveAt: null,
});
const pages = (...all: Member[][]): MemberPages => ({
  pages: all.map((members) => ({ members, nextCursor: null })),
  pageParams: all.map(() => null),
});
const ids = (members: Member[]) => members.map(({ userId }) => userId);

test('lists each member once, although a rename between two reads put them on two pages', () => {
  const data = pages([member('a'), member('b', 'Bea')], [member('b', 'Zoe'), member('c')]);
  expect(membersIn(data).map(({ name }) => name)).toEqual(['a', 'Zoe', 'c']);
});

test('changes the role of one member on any page, and of no other', () => {
  const data = withRole(pages([member('a')], [member('b')]), 'b', 'viewer');
  expect(membersIn(data).map(({ role }) => role)).toEqual(['member', 'viewer']);
});

test('removes one member', () => {
  expect(ids(membersIn(withoutMember(pages([member('a')], [member('b')]), 'b')))).toEqual(['a']);
});

test.each([
  ['ada', ['ada']],
  ['LOVE', ['ada']],
  ['love ad', ['ada']],
  ['grace@crewboard', ['grace']],
  ['crewboard.test', ['ada', 'grace']],
  ['nobody', []],
  ['  ', ['ada', 'grace']],
])('finds %j by name and e-mail address, in any case and order', (words, found) => {
  const members = [member('ada', 'Ada Lovelace'), member('grace', 'Grace Hopper')];
  expect(ids(filterMembers(members, words))).toEqual(found);
});
