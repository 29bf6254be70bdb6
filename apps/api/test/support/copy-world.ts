import { newId } from '@crewboard/db';
import { createToken, type TokenKind, toStoredToken } from '../../src/auth/tokens.ts';
import type { TestAgent, TestApi, TestTeam } from '../harness.ts';

// Most tests begin with a world of their own. The service creates it in three transactions of Prisma Client; one
// statement inserts copies of the rows that it wrote.

export type World = {
  team: TestTeam;
  /** The id of the team's API key. */
  keyId: string;
  ada: TestAgent;
  bob: TestAgent;
};

/** With the types of each row, so that copies need not know the columns. */
const readRows = `
  select
    (select jsonb_agg(to_jsonb(teams)) from teams where id = $1) as teams,
    (select jsonb_agg(to_jsonb(projects)) from projects where team_id = $1) as projects,
    (select jsonb_agg(to_jsonb(api_keys) - 'last_used_at') from api_keys where team_id = $1) as api_keys,
    (select jsonb_agg(to_jsonb(agents) - 'last_active_at' order by created_at) from agents where team_id = $1) as agents,
    (select jsonb_agg(to_jsonb(events) - '{xid,id,nonce}'::text[] order by xid, id) from events where team_id = $1)
      as events`;

type Rows = Record<string, Record<string, unknown>[]>;

/** A world as the service has written it, as JSON: its ids, tokens and times stand for those of its copies. */
export type OriginalWorld = { world: World; json: string; newestAt: number };

const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)/g;

/** Reads the rows of a world, before a test changes them. */
export async function readWorld(api: TestApi, world: World): Promise<OriginalWorld> {
  const { rows } = await api.db.pool.query<Rows>(readRows, [world.team.teamId]);
  const json = JSON.stringify({ world, rows: rows[0] });
  // Of its own: tests put other tokens into the world that they got.
  return {
    world: structuredClone(world),
    json,
    newestAt: Math.max(...Array.from(json.matchAll(time), ([at]) => Date.parse(at))),
  };
}

/** Inserts a copy with its own ids and tokens; the newest of its times is now. */
export async function copyWorld(api: TestApi, { world, json, newestAt }: OriginalWorld): Promise<World> {
  const { team, keyId, ada, bob } = world;
  const replacements = [
    ...[team.teamId, team.projectId, keyId, ada.id, bob.id].map((id): [string, string] => [id, newId()]),
    ...replaceToken('team', team.apiKey),
    ...replaceToken('agent', ada.token),
    ...replaceToken('agent', bob.token),
  ];
  const age = Date.now() - newestAt;
  const shifted = json.replace(time, (at) => new Date(Date.parse(at) + age).toISOString());
  const copy = replacements.reduce((text, [from, to]) => text.replaceAll(from, to), shifted);
  const { world: created, rows } = JSON.parse(copy) as { world: World; rows: Rows };
  const inserts = Object.entries(rows).map(([table, [row = {}]], index) => {
    const columns = Object.keys(row).join(', ');
    return `${table}_copy as (insert into ${table} (${columns})
      select ${columns} from json_populate_recordset(null::${table}, $${index + 1}))`;
  });
  await api.db.pool.query({
    name: 'copy world',
    text: `with ${inserts.join(', ')} select`,
    values: Object.values(rows).map((each) => JSON.stringify(each)),
  });
  return created;
}

/** The token itself, the beginning that is shown, and its hash as JSON has it. */
function replaceToken(kind: TokenKind, token: string): [string, string][] {
  const [from, to] = [toStoredToken(kind, token), createToken(kind)];
  return [
    [token, to.token],
    [from.prefix, to.prefix],
    [from.hash.toString('hex'), to.hash.toString('hex')],
  ];
}
