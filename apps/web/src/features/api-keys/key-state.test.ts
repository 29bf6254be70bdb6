import type { ApiKey } from '@crewboard/contracts';
import { expect, test } from 'vitest';
import { keyState, sortKeys } from './key-state.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const past = '2026-02-01T00:00:00.000Z';
const future = '2026-04-01T00:00:00.000Z';
const key: ApiKey = {
  id: 'works',
  name: 'CI',
  access: 'manage' as const,
  prefix: 'cb_team_abcd',
  createdAt: past,
  expiresAt: future,
  lastUsedAt: null,
  revokedAt: null,
};

test('a key is active until it expires or is revoked', () => {
  expect(keyState(key, now)).toBe('active');
  expect(keyState({ ...key, expiresAt: null }, now)).toBe('active');
  expect(keyState({ ...key, expiresAt: past }, now)).toBe('expired');
  expect(keyState({ ...key, revokedAt: past }, now)).toBe('revoked');
});

test('active keys come first', () => {
  const revoked = { ...key, id: 'revoked', revokedAt: past };
  const expired = { ...key, id: 'expired', expiresAt: past };
  expect(sortKeys([revoked, key, expired], now).map(({ id }) => id)).toEqual(['works', 'revoked', 'expired']);
});
