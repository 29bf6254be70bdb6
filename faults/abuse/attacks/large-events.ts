import { setTimeout as sleep } from 'node:timers/promises';
import { defineAttack } from '../attack.ts';
import { HttpClient } from '../support/http-client.ts';
import { pace } from '../support/pace.ts';
import { RawConnection, requestHead } from '../support/raw-connection.ts';
import { countOf } from '../support/tally.ts';
import type { Team } from '../support/teams.ts';

const streamCount = 300;
const streamsPerAgent = 15;
const taskBytes = 90_000;
/** How long the last events may take. */
const maxWaitMs = 40_000;

type Prepared = { team: Team; taskId: string; tokens: string[] };

/** Changes of a task of 90 KB, each of which is sent to every open stream of the team. */
export const largeEvents = defineAttack<Prepared>({
  name: 'large-events',
  sends: `updates of a task of 90 KB while ${streamCount} streams are open`,
  service: 'unlimited',
  perSecond: 5,
  seconds: 25,
  async prepare(teams) {
    const team = await teams.createTeam('Attacker');
    const agents = await teams.createAgents(team, streamCount / streamsPerAgent);
    const [taskId = ''] = await teams.createTasks(team, 1, { description: 'x'.repeat(taskBytes) });
    return { team, taskId, tokens: agents.map(({ token }) => token) };
  },
  async run({ target, address, prepared: { team, taskId, tokens }, count, perSecond, tally }) {
    const streams = Array.from(
      { length: streamCount },
      () => new RawConnection({ url: target.apiUrl, address }),
    );
    for (const [index, stream] of streams.entries()) {
      const headers = {
        Authorization: `Bearer ${tokens[index % tokens.length]}`,
        Accept: 'text/event-stream',
      };
      await stream.write(requestHead('GET', `/api/teams/${team.teamId}/events`, headers));
    }
    const client = new HttpClient({ url: target.apiUrl, address, timeoutMs: 20_000 });
    await pace({ count, perSecond }, async (index) => {
      const body = JSON.stringify({ title: `Update ${index}` });
      const call = { method: 'PATCH', path: `/api/tasks/${taskId}`, token: team.apiKey, body };
      tally.add(`update ${(await client.send(call)).outcome}`);
    });
    const isComplete = ({ bytesRead }: RawConnection) => bytesRead > count * taskBytes;
    const waitsUntil = performance.now() + maxWaitMs;
    while (performance.now() < waitsUntil && !streams.every(isComplete)) await sleep(100);
    for (const stream of streams) {
      tally.add(isComplete(stream) ? 'complete streams' : 'incomplete streams');
      stream.destroy();
    }
    client.close();
  },
  expected: ({ counts }) => ({
    'updates are accepted': countOf(counts, 'update 200') > 0,
    'each stream gets all of them': countOf(counts, 'complete streams') === streamCount,
  }),
});
