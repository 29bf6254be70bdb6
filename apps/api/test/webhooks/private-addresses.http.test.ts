import { ApiKeyWithSecret, CreatedTeam } from '@crewboard/contracts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readEnv } from '../../src/env.ts';
import { deleteAllowRule, saveAllowRule } from '../../src/features/webhooks/allow-rules.ts';
import { appSecret, expectProblem, type TestTeam, useApi } from '../harness.ts';
import { type Receiver, receive } from '../outbound/support/receivers.ts';
import { call, createPerson, sessionOf } from '../support/people.ts';
import {
  createWebhook,
  eventually,
  getDelivery,
  sendTest,
  untilDelivery,
  useWorkers,
} from '../support/webhooks.ts';

/** The default of WEBHOOK_ALLOW for every address that the service listens on. */
const required = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://db/crewboard',
  APP_SECRET: appSecret,
} as const;
const environments = [{}, { HOST: '0.0.0.0' }, { HOST: '::' }].map((host) =>
  readEnv({ ...required, ...host }),
);
const [{ WEBHOOK_ALLOW: allow = [] } = {}] = environments;

const api = useApi({ allow, teamCreation: 'anyone' });
const startWorker = useWorkers(api, allow);
const notCalled = [{ statusCode: null, error: expect.stringMatching(/^The address is not public/) }];

let receiver: Receiver;
let other: Receiver;
beforeAll(async () => {
  receiver = await receive((_request, response) => response.end());
  other = await receive((_request, response) => response.end());
});
afterAll(async () => {
  await receiver.stop();
  await other.stop();
});

const urlAt = ({ port }: Receiver, host = '127.0.0.1') => `http://${host}:${port}/hook`;
const ruleFor = ({ port }: Receiver) => `127.0.0.1/32:${port}`;
const allowFor = ({ teamId }: TestTeam, destination: string) =>
  saveAllowRule({ ctx: { db: api().db }, input: { teamId, destination } });

const save = (team: TestTeam, url: string) =>
  api().request('POST', `/api/teams/${team.teamId}/webhooks`, { token: team.apiKey, body: { url } });

/** A webhook whose URL was valid when it was saved, as those of earlier versions. */
async function savedBefore(team: TestTeam, url: string): Promise<string> {
  const { id } = await createWebhook(api(), team, 'https://93.184.216.34/hook');
  await api().db.pool.query('update webhooks set url = $2 where id = $1', [id, url]);
  return id;
}

/** Sends a test, expects its first attempt to be blocked and no receiver to be called. */
async function expectNotCalled(team: TestTeam, id: string): Promise<void> {
  const before = [receiver.connections(), other.connections()];
  const { id: deliveryId } = await sendTest(api(), team, id);
  const { attempts } = await eventually(
    () => getDelivery(api(), team, id, deliveryId),
    (delivery) => delivery.attempts.length > 0,
  );
  expect(attempts.slice(0, 1)).toMatchObject(notCalled);
  expect([receiver.connections(), other.connections()]).toEqual(before);
}

describe('without WEBHOOK_ALLOW', () => {
  it('allows nothing, for every address that the service listens on', () => {
    expect(environments.map(({ WEBHOOK_ALLOW }) => WEBHOOK_ALLOW)).toEqual([[], [], []]);
  });

  it('blocks a viewer who creates a team, a key and a webhook', async () => {
    const home = await api().createTeam();
    const { email } = await createPerson(api(), home.teamId, 'viewer');
    const session = await sessionOf(api(), email);
    const made = await call(api(), ['mutation', 'teams.create'], { name: 'Mine' }, { session });
    const { teamId, projectId } = CreatedTeam.parse(made.data);
    const mine = { session, team: teamId };
    const key = await call(api(), ['mutation', 'apiKeys.create'], { teamId, name: 'Key' }, mine);
    const team = { teamId, projectId, apiKey: ApiKeyWithSecret.parse(key.data).apiKey };
    const { port } = receiver;
    const hosts = ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0', '2130706433'];
    for (const host of hosts) {
      const problem = expectProblem(await save(team, `http://${host}:${port}/`), 400, 'VALIDATION_ERROR');
      expect(problem.errors).toMatchObject([{ path: 'url', message: expect.stringContaining('not public') }]);
      const input = { teamId, url: `http://${host}:${port}/` };
      const inDashboard = await call(api(), ['mutation', 'webhooks.create'], input, mine);
      expect(inDashboard.problem?.code).toBe('VALIDATION_ERROR');
    }
    const { id } = await createWebhook(api(), team, 'https://93.184.216.34/hook');
    const change = { token: team.apiKey, body: { url: urlAt(receiver) } };
    expectProblem(await api().request('PATCH', `/api/webhooks/${id}`, change), 400, 'VALIDATION_ERROR');
    expect(receiver.connections()).toBe(0);
  });

  it('names the command that allows the URL, and its address only when the URL contains it', async () => {
    const team = await api().createTeam();
    const { detail } = expectProblem(await save(team, urlAt(receiver)), 400, 'VALIDATION_ERROR');
    expect(detail).toContain(`npm run -s admin -- webhook-allow ${team.teamId} ${ruleFor(receiver)}\``);
  });

  it('blocks a test, a redelivery and a recovery of an earlier webhook', async () => {
    startWorker();
    const team = await api().createTeam();
    const id = await savedBefore(team, urlAt(receiver));
    await expectNotCalled(team, id);
    const { id: deliveryId } = await untilDelivery(api(), team, id, 'failed');
    const attempts = async () => (await getDelivery(api(), team, id, deliveryId)).attempts;
    for (const path of [`deliveries/${deliveryId}/redeliver`, 'recover']) {
      const before = (await attempts()).length;
      const since = new Date(Date.now() - 60_000).toISOString();
      const body = path === 'recover' ? { since } : undefined;
      const reply = await api().request('POST', `/api/webhooks/${id}/${path}`, { token: team.apiKey, body });
      expect(reply.status, reply.text).toBe(202);
      if (path === 'recover') continue;
      const after = await eventually(attempts, ({ length }) => length > before);
      expect(after.slice(-1)).toMatchObject(notCalled);
    }
    expect(receiver.connections()).toBe(0);
  });
});

describe('a rule of one team', () => {
  it('allows the destination for its webhooks, and for no webhook of another team', async () => {
    startWorker();
    const [team, otherTeam] = [await api().createTeam(), await api().createTeam()];
    await allowFor(team, ruleFor(receiver));
    const { id } = await createWebhook(api(), team, urlAt(receiver));
    const before = receiver.connections();
    await sendTest(api(), team, id);
    await untilDelivery(api(), team, id, 'succeeded');
    expect(receiver.connections()).toBe(before + 1);

    expectProblem(await save(otherTeam, urlAt(receiver)), 400, 'VALIDATION_ERROR');
    await expectNotCalled(otherTeam, await savedBefore(otherTeam, urlAt(receiver)));
  });

  it('allows no other port and no IPv4-mapped address', async () => {
    startWorker();
    const team = await api().createTeam();
    await allowFor(team, ruleFor(receiver));
    for (const url of [urlAt(other), urlAt(receiver, '[::ffff:127.0.0.1]'), 'http://127.0.0.1/hook']) {
      expectProblem(await save(team, url), 400, 'VALIDATION_ERROR');
      await expectNotCalled(team, await savedBefore(team, url));
    }
  });

  it('does not apply to the target of a redirect', async () => {
    startWorker();
    const team = await api().createTeam();
    const location = urlAt(other);
    const redirecting = await receive((_request, response) => response.writeHead(302, { location }).end());
    await allowFor(team, ruleFor(redirecting));
    const { id } = await createWebhook(api(), team, urlAt(redirecting));
    const before = other.connections();
    const { id: deliveryId } = await sendTest(api(), team, id);
    const { attempts } = await eventually(
      () => getDelivery(api(), team, id, deliveryId),
      (delivery) => delivery.attempts.length > 0,
    );
    await redirecting.stop();
    expect(attempts[0]).toMatchObject({ statusCode: 302 });
    expect(other.connections()).toBe(before);
  });

  it('ends with its removal: the next delivery is blocked, although the previous one was sent', async () => {
    startWorker();
    const team = await api().createTeam();
    const destination = ruleFor(receiver);
    await allowFor(team, destination);
    const { id } = await createWebhook(api(), team, urlAt(receiver));
    await sendTest(api(), team, id);
    await untilDelivery(api(), team, id, 'succeeded');
    const input = { teamId: team.teamId, destination };
    await deleteAllowRule({ ctx: { db: api().db }, input });
    await expectNotCalled(team, id);
    await expect(deleteAllowRule({ ctx: { db: api().db }, input })).rejects.toThrow(/has no rule/);
  });

  it('ends when it expires', async () => {
    startWorker();
    const team = await api().createTeam();
    const input = { teamId: team.teamId, destination: ruleFor(receiver) };
    const allowUntil = (expiresAt: Date) =>
      saveAllowRule({ ctx: { db: api().db }, input: { ...input, expiresAt } });
    await allowUntil(new Date(Date.now() + 3_600_000));
    const { id } = await createWebhook(api(), team, urlAt(receiver));
    await sendTest(api(), team, id);
    await untilDelivery(api(), team, id, 'succeeded');
    await allowUntil(new Date(Date.now() - 1_000));
    expectProblem(await save(team, urlAt(receiver)), 400, 'VALIDATION_ERROR');
    await expectNotCalled(team, id);
    await allowFor(team, ruleFor(receiver));
    expect((await save(team, urlAt(receiver))).status).toBe(201);
  });

  it('is stored once when saved twice, and a team has at most 100', async () => {
    const team = await api().createTeam();
    for (let port = 1; port <= 100; port += 1) await allowFor(team, `127.0.0.1/32:${port}`);
    await allowFor(team, '127.0.0.1/32:100');
    await expect(allowFor(team, '127.0.0.1/32:101')).rejects.toThrow(/at most 100 rules/);
    const { rows } = await api().db.pool.query(
      'select count(*)::int as count from webhook_allow_rules where team_id = $1',
      [team.teamId],
    );
    expect(rows).toEqual([{ count: 100 }]);
  });

  it('is counted when eight are saved at once: a team still has at most 100', async () => {
    const team = await api().createTeam();
    await api().db.pool.query(
      `insert into webhook_allow_rules (team_id, destination)
       select $1, '127.0.0.1/32:' || port from generate_series(1, 99) as port`,
      [team.teamId],
    );
    const other = await api().owner.connect();
    onTestFinished(() => other.release(true));
    await other.query('begin');
    await other.query('select from teams where id = $1 for no key update', [team.teamId]);
    const saves = Array.from({ length: 8 }, (_, index) => allowFor(team, `127.0.0.2/32:${index + 1}`));
    const settled = Promise.allSettled(saves);
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await api().owner.query(waiting)).rowCount).toBe(8);
    await other.query('commit');
    expect((await settled).filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
