import { expect, it } from 'vitest';
import { teamToStartWith } from './last-team.ts';

const a = { id: 'a', name: 'A', role: 'owner' as const };
const b = { id: 'b', name: 'B', role: 'viewer' as const };

it('starts with the last team, with the first if that is not theirs, or with none', () => {
  expect(teamToStartWith([a, b], 'b')).toBe(b);
  expect(teamToStartWith([a, b], 'c')).toBe(a);
  expect(teamToStartWith([a, b], undefined)).toBe(a);
  expect(teamToStartWith([], 'a')).toBeUndefined();
});
