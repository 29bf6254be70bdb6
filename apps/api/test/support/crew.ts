import { beforeAll } from 'vitest';
import { createApiKey } from '../../src/features/api-keys/create-api-key.ts';
import { revokeApiKey } from '../../src/features/api-keys/revoke-api-key.ts';
import type { TestAgent, TestApi, TestTeam } from '../harness.ts';
import { expireIn } from './expiry.ts';

/** A team with an agent. */
export type Crew = { team: TestTeam; agent: TestAgent };

export async function crew(api: TestApi, name: string): Promise<Crew> {
  const team = await api.createTeam(name);
  return { team, agent: await api.createAgent(team, `${name}'s agent`) };
}

/** Two teams, and credentials of the first that are no longer valid, for all tests of a file. */
export function useCrews(api: () => TestApi): { home: Crew; foreign: Crew; dead: RevokedTokens } {
  const crews = {} as { home: Crew; foreign: Crew; dead: RevokedTokens };
  beforeAll(async () => {
    crews.home = await crew(api(), 'Home');
    crews.foreign = await crew(api(), 'Foreign');
    crews.dead = await revokedTokens(api(), crews.home.team);
  });
  return crews;
}

export const tokenOf = ({ team, agent }: Crew, kind: 'key' | 'agent'): string =>
  kind === 'key' ? team.apiKey : agent.token;

/** Credentials that were valid before. */
export type RevokedTokens = {
  rotated: string;
  expiredToken: string;
  deactivated: string;
  revoked: string;
  expired: string;
};

async function revokedTokens(api: TestApi, team: TestTeam): Promise<RevokedTokens> {
  const ctx = {
    db: api.db,
    actor: { kind: 'system', id: null, teamId: team.teamId } as const,
    requestId: null,
  };
  const rotated = await api.createAgent(team, 'Rotated');
  await api.request('POST', `/api/agents/${rotated.id}/rotate-token`, { token: team.apiKey });
  const expiring = await api.createAgent(team, 'Expired');
  await expireIn(api.db.pool, 'agents', expiring.id, '0');
  const deactivated = await api.createAgent(team, 'Deactivated');
  await api.request('PATCH', `/api/agents/${deactivated.id}`, {
    token: team.apiKey,
    body: { status: 'inactive' },
  });
  const revoked = await createApiKey({ ctx, input: { name: 'Revoked', expiresAt: null } });
  await revokeApiKey({ ctx, input: { keyId: revoked.id } });
  const expired = await createApiKey({ ctx, input: { name: 'Expired', expiresAt: null } });
  await expireIn(api.db.pool, 'api_keys', expired.id, '0');
  return {
    rotated: rotated.token,
    expiredToken: expiring.token,
    deactivated: deactivated.token,
    revoked: revoked.apiKey,
    expired: expired.apiKey,
  };
}

/** The same token with a different last character: its checksum is wrong. */
export const withWrongChecksum = (token: string): string =>
  `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`;
