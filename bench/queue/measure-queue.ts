import { openDatabase } from '@crewboard/db';
import { findStatements } from '../../apps/api/src/features/tasks/queue/find-in-queue.ts';
import { createTeam } from '../../apps/api/src/features/teams/create-team.ts';
import { type Plan, rowsRead } from '../../apps/api/test/support/query-plan.ts';
import { createTeamClient } from '../../e2e/fixtures/team-client.ts';
import { startDeliveringApi } from '../webhooks/start-delivering-api.ts';

const tasks = 1_000_000;
const claims = 200;

/**
 * A third is open, of every priority; of those, a seventh is assigned to somebody else.
 */
const seed = `
  insert into tasks (id, team_id, project_id, title, status, priority, in_queue, assigned_agent_id, completed_at, created_at)
  select 'task' || n, $1, $2, 'T', (case when n % 3 = 0 then 'todo' else 'done' end)::task_status,
    (array['low', 'normal', 'high'])[1 + n % 3]::task_priority, n % 3 = 0, case when n % 7 = 0 then $3 end,
    case when n % 3 > 0 then now() end, timestamptz '2026-01-01' + n * interval '1 second'
  from generate_series($4::int, $5::int) as n`;
/** As many as fit into the time limit of a statement. */
const rowsPerStatement = 20_000;

/**
 * Measures claim-next in an empty table and in one of a million tasks, for the team that has them and for a small
 * one.
 */
export async function measureQueue(): Promise<void> {
  const api = await startDeliveringApi();
  const db = openDatabase(api.databaseUrl, { maxConnections: 1 });
  const owner = openDatabase(api.ownerUrl, { maxConnections: 1 });
  try {
    const [large, small] = [
      await createTeam({ ctx: { db }, input: { name: 'Large' } }),
      await createTeam({ ctx: { db }, input: { name: 'Small' } }),
    ];
    const crews = await Promise.all(
      [large, small].map(async (team) => {
        const client = createTeamClient(api.apiUrl, team.apiKey, team);
        return {
          team,
          client,
          agent: await client.createAgent('Agent'),
          other: await client.createAgent('Other'),
        };
      }),
    );
    const [ofLarge, ofSmall] = crews as [(typeof crews)[0], (typeof crews)[0]];

    const measure = async (what: string, { team, client, agent }: typeof ofLarge) => {
      for (let index = 0; index < claims; index += 1) await client.createTask();
      const times: number[] = [];
      for (let index = 0; index < claims; index += 1) {
        const startedAt = performance.now();
        const response = await fetch(`${api.apiUrl}/api/teams/${team.teamId}/tasks/claim-next`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${agent.token}`, 'Content-Type': 'application/json' },
          body: '{"leaseSeconds":3600}',
        });
        await response.arrayBuffer();
        if (response.status !== 200) throw new Error(`The response is ${response.status}`);
        times.push(performance.now() - startedAt);
      }
      const sorted = times.toSorted((a, b) => a - b);
      const at = (share: number) => sorted[Math.floor(share * (claims - 1))]?.toFixed(1);
      console.log(`${what}: median ${at(0.5)} ms, p95 ${at(0.95)} ms of ${claims} claims`);
    };
    const explain = async (what: string, { team, agent }: typeof ofLarge) => {
      const { text, parameters } = findStatements.team;
      const params: Record<string, string> = { teamId: team.teamId, actorId: agent.id, excludedIds: '' };
      const literals = parameters.map((name) => `'{${params[name] ?? 'null'}}'`);
      await db.pool.query(`begin; prepare planned as ${text}`);
      const { rows } = await db.pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (analyze, format json) execute planned(${literals.join(', ')})`,
      );
      await db.pool.query('rollback; deallocate planned');
      const plan = (rows[0] as (typeof rows)[0])['QUERY PLAN'][0].Plan;
      console.log(`${what}: the statement reads ${rowsRead(plan, 'tasks')} rows of tasks`);
    };

    await measure('without other tasks', ofSmall);
    // Without triggers, which would take minutes.
    await owner.pool.query('set session_replication_role = replica');
    for (let first = 1; first <= tasks; first += rowsPerStatement) {
      const range = [first, first + rowsPerStatement - 1];
      await owner.pool.query(seed, [large.teamId, large.projectId, ofLarge.other.id, ...range]);
    }
    await owner.pool.query('analyze tasks');
    for (const [what, crew] of [
      [`the team of ${tasks} tasks`, ofLarge],
      ['a small team beside it', ofSmall],
    ] as const) {
      await measure(what, crew);
      await crew.client.createTask();
      await explain(what, crew);
    }
  } finally {
    await Promise.all([db.close(), owner.close()]);
    await api.stop();
  }
}
