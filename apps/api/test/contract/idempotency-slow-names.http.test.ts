import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestApi } from '../harness.ts';
import { type DnsServer, startDnsServer } from '../outbound/support/dns-server.ts';
import { calls } from '../support/tasks.ts';

const name = 'slow.test';
/** Lets DNS respond. */
let respond: () => void;
let dns: DnsServer;
let api: TestApi;
beforeAll(async () => {
  dns = await startDnsServer();
  const { promise, resolve } = Promise.withResolvers<void>();
  dns.zone.set(name, (type) => promise.then(() => (type === 'A' ? ['93.184.216.34'] : [])));
  respond = resolve;
  api = await TestApi.start({ dnsServers: [dns.address] });
  // Its write, twice a second, is a transaction of its own.
  await api.activity.stop();
});
afterAll(async () => {
  await api.close();
  dns.stop();
});

const countOpenTransactions = async () => {
  const { rows } = await api.owner.query(
    `select from pg_stat_activity where application_name = 'crewboard' and datname = current_database()
       and state like 'idle in transaction%'`,
  );
  return rows.length;
};

it('webhooks whose names are being looked up keep no connection, and are created once', async () => {
  const [busy, other] = [await api.createTeam('Busy'), await api.createTeam('Other')];
  const agent = await api.createAgent(other);
  const taskId = await api.createTask(other);
  const create = (key: number) =>
    api.request('POST', `/api/teams/${busy.teamId}/webhooks`, {
      token: busy.apiKey,
      body: { url: `https://${name}/${key}` },
      headers: { 'Idempotency-Key': `${key}` },
    });
  const keys = Array.from({ length: 8 }, (_, key) => key);
  const creations = Promise.all(keys.map(create));
  // Twice as many as the connections of one team.
  await expect.poll(() => dns.asked(name, 'A')).toBe(8);
  // All eight look up now: before, one may be in the transaction that keeps its key.
  await expect.poll(countOpenTransactions).toBe(0);
  expect(api.db.pool.waitingCount).toBe(0);
  expect((await calls(api).claim(agent.token, taskId)).status).toBe(200);

  respond();
  const created = await creations;
  expect(created.map(({ status }) => status)).toEqual(Array(8).fill(201));
  const repeated = await Promise.all(keys.map(create));
  expect(repeated.map(({ text }) => text)).toEqual(created.map(({ text }) => text));
  expect(repeated.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual(Array(8).fill('true'));
  // A repetition looks nothing up.
  expect(dns.asked(name, 'A')).toBe(8);
});
