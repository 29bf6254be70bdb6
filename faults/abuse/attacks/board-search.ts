import type { Database } from '@crewboard/db';
import { defineAttack } from '../attack.ts';
import { HttpClient } from '../support/http-client.ts';
import { pace } from '../support/pace.ts';
import { countOf } from '../support/tally.ts';
import { sessionToken, type Team } from '../support/teams.ts';

const taskCount = 500_000;
const seedBatch = 5_000;
const searchesPerBatch = 10;
const terms = ['no task says this', 'Ta', 'task 4', 'ab', 'zzzzzzzz'];

const seedTasks = `
  insert into tasks (id, team_id, project_id, title, created_at, updated_at)
  select $1 || '-' || n, $1, $2, 
    'Task ' || n || ' about ' || (array['invoices', 'releases', 'customers', 'backups', 'meetings'])[1 + n % 5],
    now() - n * interval '1 second', now() - n * interval '1 second'
  from generate_series($3::int, $4::int) n`;

async function seed({ pool }: Database, { teamId, projectId }: Team, count: number): Promise<void> {
  for (let first = 1; first <= count; first += seedBatch) {
    const last = Math.min(first + seedBatch - 1, count);
    await pool.query(seedTasks, [teamId, projectId, first, last]);
  }
}

export const boardSearch = defineAttack<Team>({
  name: 'board-search',
  sends: `a person searches the board of a team with ${taskCount.toLocaleString('en')} tasks, ${searchesPerBatch} columns a request`,
  service: 'api',
  perSecond: 2,
  seconds: 15,
  async prepare(teams) {
    const team = await teams.createTeam('Attacker');
    await seed(teams.db, team, taskCount);
    await teams.analyze('tasks, task_search');
    return team;
  },
  async run({ target, address, prepared: { teamId, owner }, count, perSecond, tally }) {
    const client = new HttpClient({ url: target.apiUrl, address });
    const names = Array.from({ length: searchesPerBatch }, () => 'board.column').join(',');
    await pace({ count, perSecond }, async (round) => {
      const inputs = Array.from({ length: searchesPerBatch }, (_, index) => {
        const search = terms[(round + index) % terms.length];
        return [index, { teamId, status: 'todo', limit: 50, search }];
      });
      const input = encodeURIComponent(JSON.stringify(Object.fromEntries(inputs)));
      const token = await sessionToken(target, owner.sessionId, teamId);
      const reply = await client.send({ path: `/trpc/${names}?batch=1&input=${input}`, token });
      tally.add(`request ${reply.outcome}`);
      const statuses = reply.text.match(/"httpStatus":\d+/g) ?? [];
      for (const status of statuses) tally.add(`search ${status.slice(-3)}`);
      if (reply.status === 200 || reply.status === 207) {
        tally.add('search 200', searchesPerBatch - statuses.length);
      }
    });
    client.close();
  },
  expected: ({ counts }) => ({ 'searches that succeeded': countOf(counts, 'search 200') > 0 }),
});
