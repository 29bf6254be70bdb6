import { createClient } from '@crewboard/sdk';
import { defineAttack } from '../attack.ts';
import { HttpClient } from '../support/http-client.ts';
import { mcpCall, mcpHeaders } from '../support/mcp-call.ts';
import { pace, sleepUntil } from '../support/pace.ts';
import { RawConnection, requestHead } from '../support/raw-connection.ts';
import { isCountedUpTo } from '../support/tally.ts';
import type { Teams } from '../support/teams.ts';

type Prepared = { tokens: string[]; taskId: string };

const path = '/mcp';
const unreadCount = 60;
/** The bound of a result as it is sent. */
const maxFrameBytes = 256 * 1024;

/** Tasks and comments whose texts are as long as they may be, of characters that JSON escapes. */
async function prepare(teams: Teams): Promise<Prepared> {
  const team = await teams.createTeam('Attacker');
  const agents = await teams.createAgents(team, 2);
  const [taskId = ''] = await teams.createTasks(team, 100, { title: '"'.repeat(500) });
  const { comments } = createClient({ url: teams.target.apiUrl, token: team.apiKey, maxRetries: 0 });
  for (let index = 0; index < 100; index += 1) await comments.create({ taskId, body: '"'.repeat(10_000) });
  return { tokens: agents.map(({ token }) => token), taskId };
}

const listComments = (taskId: string) => mcpCall('list_comments', { taskId, limit: 100 });

const framesAreBounded = (counts: Record<string, number>) => ({
  'a result has at most 256 KiB as sent': isCountedUpTo(counts, 'bytes of a result', maxFrameBytes),
});

/** Lists over MCP, where JSON is the text of a message that is JSON again. */
export const mcpLists = defineAttack<Prepared>({
  name: 'mcp-lists',
  sends: 'two agents list 100 tasks, and 100 comments, of quotes alone over MCP, each ten times a second',
  service: 'api',
  perSecond: 10,
  seconds: 15,
  prepare,
  async run({ target, address, prepared: { tokens, taskId }, perSecond, count, tally }) {
    const client = new HttpClient({ url: target.apiUrl, address, timeoutMs: 30_000 });
    const bodies = [mcpCall('list_tasks', { limit: 100 }), listComments(taskId)];
    await pace({ count, perSecond }, () =>
      Promise.all(
        bodies.map(async (body, index) => {
          const token = tokens[index];
          const reply = await client.send({ method: 'POST', path, token, headers: mcpHeaders, body });
          tally.add(reply.outcome);
          tally.max('bytes of a result', reply.bytes);
        }),
      ),
    );
    client.close();
  },
  expected: ({ counts }) => framesAreBounded(counts),
});

/** Results over MCP, requested by clients that read only the status line. */
export const mcpUnread = defineAttack<Prepared>({
  name: 'mcp-unread',
  sends: `${unreadCount} clients list 100 comments of quotes alone over MCP and never read them`,
  service: 'api',
  perSecond: 10,
  seconds: 15,
  prepare,
  async run({ target, address, prepared: { tokens, taskId }, perSecond, seconds, tally }) {
    const endsAt = Date.now() + seconds * 1_000;
    const body = listComments(taskId);
    const [token = ''] = tokens;
    const headers = { ...mcpHeaders, 'Content-Length': body.length, Authorization: `Bearer ${token}` };
    const clients: RawConnection[] = [];
    await pace({ count: unreadCount, perSecond }, async () => {
      const client = new RawConnection({ url: target.apiUrl, address, reads: 'beginning' });
      clients.push(client);
      await client.write(requestHead('POST', path, headers) + body);
    });
    await sleepUntil(endsAt);
    for (const client of clients) {
      tally.add(client.outcome);
      client.destroy();
    }
    // By another agent: the requests above do not count against its limits.
    const reader = new HttpClient({ url: target.apiUrl, address, timeoutMs: 30_000 });
    const reply = await reader.send({ method: 'POST', path, token: tokens[1], headers: mcpHeaders, body });
    tally.max('bytes of a result', reply.bytes);
    reader.close();
  },
  expected: ({ counts }) => framesAreBounded(counts),
});
