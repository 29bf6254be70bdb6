import type { Database } from '@crewboard/db';
import { createTestDatabase, openTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { tokenStatements } from '../../src/auth/authenticate.ts';
import { indexesUsed, type Plan, rowsRead } from '../support/query-plan.ts';

const agents = 20_000;

/** Every fifth agent was rotated; few of their tokens expire. */
const seed = `
  insert into teams (id, name) values ('team', 'Team');
  insert into agents (id, team_id, name, token_hash, token_prefix, token_expires_at, previous_token_hash, previous_token_until)
  select 'a' || n, 'team', 'Agent', sha256(('token' || n)::bytea), 'cb_agent_x',
    case when n % 100 = 0 then now() + n * interval '1 minute' end,
    case when n % 5 = 0 then sha256(('previous' || n)::bytea) end, case when n % 10 = 0 then now() + interval '1 hour' end
  from generate_series(1, ${agents}) as n;`;

describe(`with ${agents} agents`, () => {
  let db: TestDatabase;
  let single: Database;

  beforeAll(async () => {
    db = await createTestDatabase(inject('postgresUrl'));
    single = openTestDatabase(db.url, { maxConnections: 1 });
    await db.owner.query(seed);
    await db.owner.query('vacuum analyze agents, idempotency_keys');
    await single.pool.query('set plan_cache_mode = force_generic_plan');
  });
  afterAll(async () => {
    await single.close();
    await db.close();
  });

  async function explain(text: string): Promise<Plan> {
    const { rows } = await single.pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, timing off, format json) ${text}`,
    );
    return (rows[0] as (typeof rows)[0])['QUERY PLAN'][0].Plan;
  }

  it.each([
    ['plain', '', ''],
    ['keyed', ', bytea[]', `, array[sha256('key')]`],
  ] as const)(
    'finds 16 tokens and reads only their rows, each by one of two indexes: the %s statement',
    async (form, types, keys) => {
      const tokens = Array.from(
        { length: 16 },
        (_, index) => (index % 2 ? 'token' : 'previous') + (index + 1) * 10,
      );
      const hashes = `array[${tokens.map((token) => `sha256('${token}')`).join(', ')}]`;
      await single.pool.query(`prepare look_up (bytea[]${types}) as ${tokenStatements.agent[form].text}`);
      const plan = await explain(`execute look_up(${hashes}${keys})`);
      await single.pool.query('deallocate look_up');
      expect(plan['Actual Rows']).toBe(16);
      expect(rowsRead(plan, 'agents')).toBe(16);
      const scans = JSON.stringify(plan).match(/agents_\w+_key/g);
      expect(scans?.toSorted()).toEqual(['agents_previous_token_hash_key', 'agents_token_hash_key']);
    },
  );

  it('finds the tokens to warn of by an index', async () => {
    const plan = await explain(
      `select id from agents where expiry_warning_at <= now() order by expiry_warning_at limit 100`,
    );
    expect(rowsRead(plan, 'agents')).toBe(plan['Actual Rows']);
    expect(indexesUsed(plan, 'agents')).toEqual(['agents_expiry_warning_idx']);
  });
});
