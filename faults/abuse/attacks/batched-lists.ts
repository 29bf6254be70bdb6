import { defineAttack } from '../attack.ts';
import { HttpClient } from '../support/http-client.ts';
import { pace } from '../support/pace.ts';
import { countOf } from '../support/tally.ts';
import type { Team } from '../support/teams.ts';

const callsPerBatch = 10;
/** A page ends before 4 MiB: six tasks of 600 KB. At most 1 MiB comes before it. */
const minPageBytes = 6 * 600_000;
const maxBatchBytes = 5 * 1024 * 1024;

/** Batches of tRPC calls, each of which requests a page of large tasks. */
export const batchedLists = defineAttack<Team>({
  name: 'batched-lists',
  sends: `batches of ${callsPerBatch} lists of large tasks, each 4 MiB alone`,
  service: 'api',
  perSecond: 2,
  seconds: 15,
  async prepare(teams) {
    const team = await teams.createTeam('Attacker');
    await teams.createLargeTasks(team, 10, { description: 100_000, result: 50_000 });
    return team;
  },
  async run({ target, address, prepared: { teamId, apiKey }, perSecond, count, tally }) {
    const names = Array(callsPerBatch).fill('tasks.list').join(',');
    const inputs = Object.fromEntries(
      Array.from({ length: callsPerBatch }, (_, index) => [index, { teamId, limit: 100 }]),
    );
    const path = `/trpc/${names}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`;
    const client = new HttpClient({ url: target.apiUrl, address, timeoutMs: 30_000 });
    await pace({ count, perSecond }, async () => {
      const { outcome, bytes, text } = await client.send({ path, token: apiKey });
      tally.add(outcome);
      tally.max('bytes of a batch', bytes);
      tally.add('calls that were not run', text.split('"VALIDATION_ERROR"').length - 1);
    });
    client.close();
  },
  expected: ({ counts }) => ({
    'a batch has one page of a list':
      countOf(counts, 'bytes of a batch') > minPageBytes &&
      countOf(counts, 'bytes of a batch') <= maxBatchBytes,
    'the other calls are not run':
      countOf(counts, 'calls that were not run') === (callsPerBatch - 1) * countOf(counts, '207'),
  }),
});
