import type { Member, MemberRole } from '@crewboard/contracts';
import { expect, test } from 'vitest';
import { findDisabledReasons, lastOwnerOf } from './disabled-reasons.ts';

const member = (userId: string, role: MemberRole): Member => ({
  userId,
  name: `The ${userId}`,
  email: `${userId}@crewboard.test`,
  role,
  joinedAt: '2026-11-21T00:00:00.000Z',
  lastActiveAt: null,
});
const [owner, admin] = [
  { userId: 'o', role: 'owner' },
  { userId: 'a', role: 'admin' },
] as const;
const none = { changeRole: null, makeOwner: null, remove: null };

test('an owner may change every member, and make owners', () => {
  for (const role of ['owner', 'admin', 'member', 'viewer'] as const)
    expect(findDisabledReasons(owner, member('x', role), false)).toEqual(none);
});

test('an admin may change every member except owners, and may not make owners', () => {
  for (const role of ['admin', 'member', 'viewer'] as const)
    expect(findDisabledReasons(admin, member('x', role), false)).toEqual({
      ...none,
      makeOwner: 'Only owners can make someone an owner.',
    });
  expect(findDisabledReasons(admin, member('x', 'owner'), true)).toEqual({
    changeRole: 'Only owners can change the role of an owner.',
    makeOwner: null,
    remove: 'Only owners can remove an owner.',
  });
});

test('the last owner can be neither demoted nor removed', () => {
  const reason = 'You are the last owner. Make someone else an owner first.';
  expect(findDisabledReasons(owner, member('o', 'owner'), true)).toEqual({
    changeRole: reason,
    makeOwner: null,
    remove: reason,
  });
  expect(findDisabledReasons(owner, member('x', 'owner'), true).remove).toMatch(/^The x is the last owner\./);
});

test('the last owner is known only when all members are loaded', () => {
  const [one, other, worker] = [member('1', 'owner'), member('2', 'owner'), member('3', 'member')];
  expect(lastOwnerOf([one, worker], true)).toBe('1');
  expect(lastOwnerOf([one, worker], false)).toBeNull();
  expect(lastOwnerOf([one, other, worker], true)).toBeNull();
});
