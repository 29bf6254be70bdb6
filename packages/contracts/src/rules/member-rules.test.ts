import type { MemberRole } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { decideMemberChange, type MemberChange } from './member-rules.ts';

type Caller = MemberRole | 'operator';
type Row = [caller: Caller, person: MemberRole, newRole: MemberRole | null, expected: string];

const decide = (caller: Caller, change: Omit<MemberChange, 'caller' | 'person'> & { person: MemberRole }) =>
  decideMemberChange({
    ...change,
    caller: caller === 'operator' ? null : { role: caller },
    person: { role: change.person },
  });

/** Of the role (null: a removal) of another member, in a team with an owner besides that member. */
const ofOther = ([caller, person, newRole]: Row) =>
  decide(caller, { person, newRole, isSelf: false, hasOtherOwner: true });

describe('a change of another member', () => {
  it.each<Row>([
    ['operator', 'viewer', 'owner', 'change'],
    ['operator', 'owner', 'viewer', 'change'],
    ['operator', 'owner', null, 'change'],
    ['operator', 'member', null, 'change'],
    ['operator', 'member', 'member', 'keep'],
    ['operator', 'owner', 'owner', 'keep'],
    ['owner', 'viewer', 'member', 'change'],
    ['owner', 'admin', 'owner', 'change'],
    ['owner', 'owner', 'admin', 'change'],
    ['owner', 'owner', null, 'change'],
    ['owner', 'viewer', null, 'change'],
    ['owner', 'viewer', 'viewer', 'keep'],
    ['owner', 'owner', 'owner', 'keep'],
    ['admin', 'viewer', 'admin', 'change'],
    ['admin', 'admin', 'viewer', 'change'],
    ['admin', 'admin', null, 'change'],
    ['admin', 'member', null, 'change'],
    ['admin', 'member', 'member', 'keep'],
    ['admin', 'member', 'owner', 'owners_only'],
    ['admin', 'owner', 'admin', 'owners_only'],
    ['admin', 'owner', 'owner', 'owners_only'],
    ['admin', 'owner', null, 'owners_only'],
    ['member', 'viewer', 'member', 'not_manager'],
    ['member', 'member', 'member', 'not_manager'],
    ['member', 'viewer', 'owner', 'not_manager'],
    ['member', 'owner', 'viewer', 'not_manager'],
    ['member', 'viewer', null, 'not_manager'],
    ['member', 'owner', null, 'not_manager'],
    ['viewer', 'viewer', 'member', 'not_manager'],
    ['viewer', 'viewer', null, 'not_manager'],
  ])('by %s, from %s to %s: %s', (...row) => {
    expect(ofOther(row)).toBe(row[3]);
  });
});

describe('a change of the caller', () => {
  it.each<[role: MemberRole, newRole: MemberRole | null, expected: string]>([
    ['owner', 'viewer', 'change'],
    ['owner', 'owner', 'keep'],
    ['owner', null, 'change'],
    ['admin', 'member', 'change'],
    ['admin', 'admin', 'keep'],
    ['admin', 'owner', 'owners_only'],
    ['admin', null, 'change'],
    ['member', 'viewer', 'not_manager'],
    ['member', 'member', 'not_manager'],
    ['member', 'owner', 'not_manager'],
    ['member', null, 'change'],
    ['viewer', 'member', 'not_manager'],
    ['viewer', null, 'change'],
  ])('from %s to %s: %s', (role, newRole, expected) => {
    expect(decide(role, { person: role, newRole, isSelf: true, hasOtherOwner: true })).toBe(expected);
  });
});

describe('in a team without another owner, a change', () => {
  it.each<[...Row, isSelf?: boolean]>([
    ['operator', 'owner', 'admin', 'last_owner'],
    ['operator', 'owner', null, 'last_owner'],
    ['operator', 'owner', 'owner', 'keep'],
    ['operator', 'viewer', 'owner', 'change'],
    ['operator', 'viewer', 'member', 'change'],
    ['operator', 'viewer', 'viewer', 'keep'],
    ['operator', 'viewer', null, 'change'],
    ['owner', 'owner', 'member', 'last_owner', true],
    ['owner', 'owner', null, 'last_owner', true],
    ['owner', 'owner', 'owner', 'keep', true],
    ['admin', 'owner', null, 'owners_only'],
    ['admin', 'owner', 'member', 'owners_only'],
    ['admin', 'member', null, 'change'],
    ['admin', 'admin', null, 'change', true],
    ['member', 'owner', null, 'not_manager'],
    ['viewer', 'viewer', null, 'change', true],
  ])('by %s, from %s to %s: %s', (caller, person, newRole, expected, isSelf = false) => {
    expect(decide(caller, { person, newRole, isSelf, hasOtherOwner: false })).toBe(expected);
  });
});
