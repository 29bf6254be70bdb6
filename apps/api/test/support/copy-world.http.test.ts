import { expect, it } from 'vitest';
import { useApi } from '../harness.ts';
import { works } from './tokens.ts';
import { createWorld, type World } from './world.ts';

const api = useApi();

/** All that is stored of a world, and what was returned of it, with names for its ids, tokens and times. */
async function describeWorld({ team, keyId, ada, bob }: World): Promise<string> {
  const tables = ['teams', 'projects', 'api_keys', 'agents', 'events'];
  const rows = tables.map((table) =>
    api()
      .db.pool.query(
        `select (to_jsonb(${table}) - '{xid,id,nonce,request_id,last_used_at,last_active_at,token_hash,token_prefix}'::text[])::text
         from ${table} where ${table === 'teams' ? 'id' : 'team_id'} = $1 order by ${table === 'events' ? 'xid, id' : 'name'}`,
        [team.teamId],
      )
      .then((result) => result.rows),
  );
  const names = { team: team.teamId, project: team.projectId, key: keyId, ada: ada.id, bob: bob.id };
  const text = JSON.stringify(
    [{ ...ada, token: '' }, { ...bob, token: '' }, await Promise.all(rows)],
    null,
    1,
  );
  return Object.entries(names)
    .reduce((named, [name, id]) => named.replaceAll(id, name), text)
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, 'time')
    .replace(/cb_agent_\w+/g, 'token');
}

it('a copy of a world has all that the service writes, with ids and tokens of its own that work', async () => {
  const [original, first, second] = [
    await createWorld(api()),
    await createWorld(api()),
    await createWorld(api()),
  ];
  expect(await describeWorld(first)).toBe(await describeWorld(original));
  expect(await describeWorld(second)).toBe(await describeWorld(original));
  for (const { team, ada, bob } of [original, first, second]) {
    for (const token of [team.apiKey, ada.token, bob.token]) expect(await works(api(), token)).toBe(true);
  }
  const ids = [original, first, second].flatMap(({ team, keyId, ada, bob }) => [
    ...[team.teamId, team.projectId, team.apiKey, keyId],
    ...[ada.id, ada.token, bob.id, bob.token],
  ]);
  expect(new Set(ids).size).toBe(ids.length);
});
