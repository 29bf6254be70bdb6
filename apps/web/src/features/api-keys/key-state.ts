import type { ApiKey } from '@crewboard/contracts';

export type KeyState = 'active' | 'expired' | 'revoked';

export function keyState(
  { revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>,
  now: Date,
): KeyState {
  if (revokedAt) return 'revoked';
  return expiresAt && new Date(expiresAt) <= now ? 'expired' : 'active';
}

/** Active keys first; otherwise in the given order, which is that of creation. */
export function sortKeys(keys: ApiKey[], now: Date): ApiKey[] {
  const active = keys.filter((key) => keyState(key, now) === 'active');
  return [...active, ...keys.filter((key) => !active.includes(key))];
}
