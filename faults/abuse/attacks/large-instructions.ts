import { defineAttack } from '../attack.ts';
import { HttpClient } from '../support/http-client.ts';
import { pace } from '../support/pace.ts';
import { countOf, isCountedUpTo } from '../support/tally.ts';
import type { Team } from '../support/teams.ts';

const agentCount = 10;
/** The bound of the texts of comments in the notices of a heartbeat. */
const maxNoticeBytes = 4_096;
const maxGrowth = 32 * 1024 * 1024;
const characterOfFourBytes = '𝛼';

type Prepared = { team: Team; agents: { taskId: string; token: string }[] };

/** The longest instructions with each reading, and the longest comments with each heartbeat. */
export const largeInstructions = defineAttack<Prepared>({
  name: 'large-instructions',
  sends: `${agentCount} agents read a task with instructions of 80 KB, and heartbeats hand out comments of 40 KB`,
  service: 'api',
  perSecond: 60,
  seconds: 15,
  async prepare(teams) {
    const team = await teams.createTeam('Attacker');
    await teams.writeInstructions(team, characterOfFourBytes.repeat(20_000));
    const tokens = await teams.createAgents(team, agentCount);
    const ids = await teams.createTasks(team, agentCount);
    const agents = tokens.map(({ token }, index) => ({ token, taskId: ids[index] ?? '' }));
    return { team, agents };
  },
  async run({ target, address, prepared: { team, agents }, count, perSecond, tally }) {
    const client = new HttpClient({ url: target.apiUrl, address });
    const send = (path: string, token: string, body?: unknown) =>
      client.send({
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
        ...{ path, token },
      });
    for (const { taskId, token } of agents)
      tally.add(`claim ${(await send(`/api/tasks/${taskId}/claim`, token, { leaseSeconds: 600 })).outcome}`);
    const comment = { body: characterOfFourBytes.repeat(10_000) };
    await pace({ count, perSecond }, async (index) => {
      const { taskId, token } = agents[index % agents.length] as Prepared['agents'][number];
      const path = `/api/tasks/${taskId}`;
      if (index % 3 === 0) tally.add(`read ${(await send(`${path}?include=instructions`, token)).outcome}`);
      if (index % 3 === 1)
        tally.add(`comment ${(await send(`${path}/comments`, team.apiKey, comment)).outcome}`);
      if (index % 3 !== 2) return;
      const reply = await send(`${path}/heartbeat`, token, {});
      tally.add(`heartbeat ${reply.outcome}`);
      if (reply.status === 200) tally.max('bytes of notices', noticeBytes(reply.text));
    });
    client.close();
  },
  expected: ({ counts, databaseGrowth }) => ({
    'tasks are read': countOf(counts, 'read 200') > 0,
    'heartbeats are accepted': countOf(counts, 'heartbeat 200') > 0,
    'notices have at most 4 KiB of text': isCountedUpTo(counts, 'bytes of notices', maxNoticeBytes),
    'the database grows by less than 32 MB': databaseGrowth < maxGrowth,
  }),
});

function noticeBytes(text: string): number {
  const { notices } = JSON.parse(text) as { notices: { comments?: { body: string }[] } };
  return (notices.comments ?? []).reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
}
