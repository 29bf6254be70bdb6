import { expect, it } from 'vitest';
import { chooseInitialTeam } from './last-team.ts';

const a = { id: 'a', name: 'A', role: 'owner' as const };
const b = { id: 'b', name: 'B', role: 'viewer' as const };

it('chooses the last team, the first if the person is not a member of the last, or none', () => {
  expect(chooseInitialTeam([a, b], 'b')).toBe(b);
  expect(chooseInitialTeam([a, b], 'c')).toBe(a);
  expect(chooseInitialTeam([a, b], undefined)).toBe(a);
  expect(chooseInitialTeam([], 'a')).toBeUndefined();
});
