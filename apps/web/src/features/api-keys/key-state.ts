import type { ApiKey } from '@crewboard/contracts';

export type KeyState = 'active' | 'expired' | 'revoked';

export function keyState(
  { revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>,
  now: Date,
): KeyState {
  if (revokedAt) return 'revoked';
  return expiresAt && new Date(expiresAt) <= now ? 'expired' : 'active';
}

/** Active keys first, each part in the order of creation. */
export function sortKeys(keys: ApiKey[], now: Date): ApiKey[] {
  const works = keys.filter((key) => keyState(key, now) === 'active');
  return [...works, ...keys.filter((key) => !works.includes(key))];
}
