import type { Database } from '@crewboard/db';
import type { TestApi, TestTeam } from '../harness.ts';
import { copyWorld, type OriginalWorld, readWorld, type World } from './copy-world.ts';

export type { World };

/** The first world of each database. */
const originals = new WeakMap<Database['pool'], OriginalWorld>();

/** A team with a key and the agents Ada and Bob: the first one as the service creates it, later ones as its copies. */
export async function createWorld(api: TestApi): Promise<World> {
  const original = originals.get(api.db.pool);
  if (original) return copyWorld(api, original);
  const world = await createWithService(api);
  originals.set(api.db.pool, await readWorld(api, world));
  return world;
}

async function createWithService(api: TestApi): Promise<World> {
  const team = await api.createTeam();
  const [ada, bob] = [await api.createAgent(team, 'Ada'), await api.createAgent(team, 'Bob')];
  const { rows } = await api.db.pool.query<{ id: string }>('select id from api_keys where team_id = $1', [
    team.teamId,
  ]);
  if (!rows[0]) throw new Error('The team has no API key');
  return { team, keyId: rows[0].id, ada, bob };
}

/** A well-formed id that names no row. */
export const unknownId = 'cmi8w3k2p0001t5jx4f6d9a1b';

/** A second project of the team. */
export async function createProject(api: TestApi, team: TestTeam, name = 'Second'): Promise<string> {
  const reply = await api.request('POST', `/api/teams/${team.teamId}/projects`, {
    token: team.apiKey,
    body: { name },
  });
  return (reply.body as { id: string }).id;
}

/** Deactivates or reactivates an agent. */
export async function setAgentStatus(
  api: TestApi,
  team: TestTeam,
  agentId: string,
  status: 'active' | 'inactive',
): Promise<void> {
  const reply = await api.request('PATCH', `/api/agents/${agentId}`, {
    token: team.apiKey,
    body: { status },
  });
  if (reply.status !== 200) throw new Error(`The agent is not ${status}: ${reply.text}`);
}

/** Rotates the token of an agent, which revokes the previous one. */
export async function rotateToken(api: TestApi, team: TestTeam, agentId: string): Promise<string> {
  const reply = await api.request('POST', `/api/agents/${agentId}/rotate-token`, { token: team.apiKey });
  if (reply.status !== 200) throw new Error(`The token is not rotated: ${reply.text}`);
  return (reply.body as { token: string }).token;
}

/** Makes the rows of a table an hour older, so that a later change of a time differs by more than milliseconds. */
export async function age(api: TestApi, table: 'tasks' | 'projects' | 'agents', id: string): Promise<void> {
  await api.db.pool.query(
    `update ${table} set created_at = created_at - interval '1 hour', updated_at = updated_at - interval '1 hour'
     where id = $1`,
    [id],
  );
}
