import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineAttack } from '../attack.ts';
import { HttpClient } from '../support/http-client.ts';
import { pace } from '../support/pace.ts';
import type { Target } from '../support/service.ts';
import { countOf, type Tally } from '../support/tally.ts';
import { sessionToken, type Team } from '../support/teams.ts';

type Prepared = { team: Team; viewerSessionId: string };
type Attacker = { target: Target; client: HttpClient; tally: Tally; port: number };

const hosts = ['127.0.0.1', '[::1]', 'localhost', '127.1', '0x7f000001'];
/** Accepted deliveries are sent within this time. */
const deliveryTimeMs = 3_000;

/** A viewer creates a team, in which they may manage webhooks. */
async function createOwnKey({ target, client, tally }: Attacker, sessionId: string) {
  const call = async (procedure: string, input: object, team?: string) => {
    const token = await sessionToken(target, sessionId, team);
    const body = JSON.stringify(input);
    const reply = await client.send({ method: 'POST', path: `/trpc/${procedure}`, token, body });
    tally.add(`${procedure} ${reply.outcome}`);
    if (reply.status === 200) return JSON.parse(reply.text).result.data as Record<string, string>;
  };
  const team = await call('teams.create', { name: 'Mine' });
  const key = team && (await call('apiKeys.create', { teamId: team.teamId, name: 'Mine' }, team.teamId));
  return team && key && { teamId: team.teamId ?? '', apiKey: key.apiKey ?? '' };
}

async function createWebhooks(attacker: Attacker, { teamId, apiKey }: Pick<Team, 'teamId' | 'apiKey'>) {
  const { client, tally, port } = attacker;
  for (const host of hosts) {
    const body = JSON.stringify({ url: `http://${host}:${port}/`, eventTypes: ['*'] });
    const created = await client.send({
      method: 'POST',
      path: `/api/teams/${teamId}/webhooks`,
      token: apiKey,
      body,
    });
    tally.add(`webhook ${created.outcome}`);
    if (created.status !== 201) continue;
    const { id } = JSON.parse(created.text) as { id: string };
    await client.send({ method: 'POST', path: `/api/webhooks/${id}/test`, token: apiKey });
  }
}

/** Webhooks to services that listen only on this machine. */
export const privateWebhooks = defineAttack<Prepared>({
  name: 'private-webhooks',
  sends: 'a viewer creates teams, keys and webhooks to 127.0.0.1, ::1 and other spellings, and tests them',
  service: 'api',
  perSecond: 0.5,
  seconds: 12,
  async prepare(teams) {
    const team = await teams.createTeam('Attacker');
    return { team, viewerSessionId: (await teams.createAccount(team.teamId, 'viewer')).sessionId };
  },
  async run({ target, address, prepared, count, perSecond, tally }) {
    tally.add('connections', 0);
    tally.add('teams', 0);
    const listener = createServer((socket) => {
      tally.add('connections');
      socket.on('error', () => undefined);
      socket.on('data', () => socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n'));
    }).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const client = new HttpClient({ url: target.apiUrl, address });
    const attacker = { target, client, tally, port: (listener.address() as AddressInfo).port };
    await createWebhooks(attacker, prepared.team);
    await pace({ count, perSecond }, async () => {
      const own = await createOwnKey(attacker, prepared.viewerSessionId);
      if (own) tally.add('teams');
      if (own) await createWebhooks(attacker, own);
    });
    await sleep(deliveryTimeMs);
    client.close();
    listener.close();
  },
  expected: ({ counts }) => ({
    'no connection to this machine': countOf(counts, 'connections') === 0,
    'no team made by a viewer': countOf(counts, 'teams') === 0,
    'no webhook accepted': countOf(counts, 'webhook 201') === 0,
  }),
});
