import { defineAttack } from '../attack.ts';
import { HttpClient } from '../support/http-client.ts';
import { pace } from '../support/pace.ts';
import { RawConnection, requestHead } from '../support/raw-connection.ts';
import { countOf } from '../support/tally.ts';
import type { Team } from '../support/teams.ts';

const streamCount = 800;
const streamsPerSecond = 160;

type Prepared = { team: Team; taskId: string; tokens: string[] };

/** Changes of a large task, each of which is sent to every open stream. */
export const updatesBesideStreams = defineAttack<Prepared>({
  name: 'updates-beside-streams',
  sends: `5 updates of a task of 800 KB while ${streamCount} streams of 40 agents are open`,
  service: 'api',
  perSecond: 0.5,
  seconds: 10,
  async prepare(teams) {
    const team = await teams.createTeam('Attacker');
    const agents = await teams.createAgents(team, 40);
    const [taskId = ''] = await teams.createLargeTasks(team, 1, { description: 100_000, result: 100_000 });
    return { team, taskId, tokens: agents.map(({ token }) => token) };
  },
  async run({ target, address, prepared, count, perSecond, tally }) {
    const { team, taskId, tokens } = prepared;
    const streams: RawConnection[] = [];
    await pace({ count: streamCount, perSecond: streamsPerSecond }, async (index) => {
      const stream = new RawConnection({ url: target.apiUrl, address });
      streams.push(stream);
      const headers = {
        Authorization: `Bearer ${tokens[index % tokens.length]}`,
        Accept: 'text/event-stream',
      };
      await stream.write(requestHead('GET', `/api/teams/${team.teamId}/events`, headers));
    });
    const client = new HttpClient({ url: target.apiUrl, address, timeoutMs: 20_000 });
    await pace({ count, perSecond }, async (index) => {
      const body = JSON.stringify({ priority: index % 2 ? 'low' : 'high' });
      const call = { method: 'PATCH', path: `/api/tasks/${taskId}`, token: team.apiKey, body };
      tally.add(`update ${(await client.send(call)).outcome}`);
    });
    for (const stream of streams) tally.add(`stream ${stream.outcome}`);
    tally.add(
      'MB streamed',
      Math.round(streams.reduce((sum, { bytesRead }) => sum + bytesRead, 0) / 1_000_000),
    );
    client.close();
    for (const stream of streams) stream.destroy();
  },
  expected: ({ counts }) => ({
    'updates accepted': countOf(counts, 'update 200') > 0,
    'at most 500 streams of a team': countOf(counts, 'stream 200') <= 500,
  }),
});
