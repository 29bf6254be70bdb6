import { DeliveryHold } from '@crewboard/contracts';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { resumeDeliveries } from '../../src/features/webhooks/resume-deliveries.ts';
import { Metrics } from '../../src/metrics/metrics.ts';
import { type TestTeam, useApi } from '../harness.ts';
import { readSamples } from '../metrics/support/samples.ts';
import { call, createPerson, sessionOf } from '../support/people.ts';
import { type Receiver, useReceivers } from '../support/receiver.ts';
import {
  completeTask,
  createWebhook,
  eventually,
  listDeliveries,
  untilDelivery,
  useWorkers,
} from '../support/webhooks.ts';

const api = useApi({ installationId: 'original' });
const startReceiver = useReceivers();
const metrics = new Metrics();
const startWorkers = useWorkers(api, undefined, metrics);

let team: TestTeam;
let receiver: Receiver;
let webhookId: string;
beforeEach(async () => {
  await api().owner.query('delete from installation; delete from webhook_deliveries');
  api().logLines.length = 0;
  team = await api().createTeam();
  receiver = await startReceiver();
  webhookId = (await createWebhook(api(), team, receiver.url)).id;
});

const linesWith = (text: string) => api().logLines.filter((line) => line.includes(text));
const untilLogged = (text: string) =>
  eventually(
    async () => linesWith(text),
    ({ length }) => length > 0,
  );
const isHeld = async () => readSamples(await metrics.render()).get('crewboard_deliveries_held');

async function stored() {
  const { rows } = await api().owner.query(
    `select installation_id as "installationId", stored.system_identifier = server.system_identifier::text as "isThisServer"
     from installation as stored, pg_control_system() as server`,
  );
  return rows;
}

/** A pending delivery that the held workers have made and not sent. */
async function expectHeld(): Promise<void> {
  await untilLogged('webhook deliveries are held');
  await completeTask(api(), team);
  await untilDelivery(api(), team, webhookId, 'pending');
  expect(receiver.received).toEqual([]);
  expect(await isHeld()).toBe(1);
}

const resume = (installationId: string | null, since?: Date) =>
  resumeDeliveries({ ctx: { db: api().db }, input: { installationId, since } });

async function expectSent(): Promise<void> {
  await completeTask(api(), team);
  await receiver.until(({ length }) => length > 0);
  expect(linesWith('are held')).toEqual([]);
  expect(await isHeld()).toBe(0);
}

it('sends in a new installation, and stores its identity', async () => {
  startWorkers({}, 'original');
  await expectSent();
  expect(await stored()).toEqual([{ installationId: 'original', isThisServer: true }]);
});

it('holds the deliveries of another installation, says so once, and sends them once they are resumed', async () => {
  await resumeDelivered('original');
  const worker = startWorkers({}, 'copy');
  await expectHeld();
  expect(linesWith('are held')).toHaveLength(1);
  expect(JSON.parse(linesWith('are held')[0] ?? '')).toMatchObject({
    ...{ heldFor: 'installation', installationId: 'copy', storedInstallationId: 'original' },
  });
  await resume('copy');
  await receiver.until(({ length }) => length === 1);
  await eventually(isHeld, (value) => value === 0);
  expect(await stored()).toEqual([{ installationId: 'copy', isThisServer: true }]);
  await worker.stop();
});

/** Stores this identity as a worker does that sends. */
async function resumeDelivered(installationId: string | null): Promise<void> {
  const worker = startWorkers({}, installationId);
  await eventually(stored, ({ length }) => length > 0);
  await worker.stop();
}

it('holds for a process without an identity where one is stored, but not for the first identity', async () => {
  await resumeDelivered(null);
  expect(await stored()).toEqual([{ installationId: null, isThisServer: true }]);
  await resumeDelivered('original');
  const worker = startWorkers({}, 'original');
  await eventually(stored, ([row]) => row?.installationId === 'original');
  await worker.stop();
  expect(linesWith('are held')).toEqual([]);
  startWorkers({}, null);
  await expectHeld();
});

it('holds on another server, also with the same identity', async () => {
  await resumeDelivered('original');
  await api().owner.query(`update installation set system_identifier = '7000000000000000001'`);
  startWorkers({}, 'original');
  await expectHeld();
  await expect(resume('original')).resolves.toEqual({ givenUp: 0 });
  await receiver.until(({ length }) => length === 1);
});

it('gives up pending deliveries of events from before a time, which the list shows with the reason', async () => {
  await resumeDelivered('original');
  startWorkers({}, 'copy');
  await expectHeld();
  const [old] = await listDeliveries(api(), team, webhookId);
  const { rows } = await api().db.pool.query<{ now: Date }>('select clock_timestamp() as now');
  await completeTask(api(), team);
  await eventually(
    () => listDeliveries(api(), team, webhookId),
    ({ length }) => length === 2,
  );
  // The position of the reader of the log is behind the old event once it has made the delivery of the new one.
  expect(await resume('copy', new Date(rows[0]?.now ?? ''))).toEqual({ givenUp: 1 });
  await untilDelivery(api(), team, webhookId, 'succeeded');
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).not.toContain(old?.id);
  const [failed] = await listDeliveries(api(), team, webhookId, '?status=failed');
  expect(failed).toMatchObject({
    id: old?.id,
    nextAttemptAt: null,
    attempts: [
      { statusCode: null, error: expect.stringMatching(/^Not sent: an operator resumed .* since \d{4}-/) },
    ],
  });
});

it('does not count a delivery that is sent while it is given up', async () => {
  await resumeDelivered('original');
  startWorkers({}, 'copy');
  await expectHeld();
  const other = await api().db.pool.connect();
  onTestFinished(() => other.release(true));
  await other.query('begin');
  await other.query(
    `update webhook_deliveries set status = 'succeeded', next_attempt_at = null where webhook_id = $1`,
    [webhookId],
  );
  const { rows } = await api().db.pool.query<{ now: Date }>('select clock_timestamp() as now');
  const resumed = resume('copy', new Date(rows[0]?.now ?? ''));
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await eventually(
    async () => (await api().owner.query(waiting)).rows,
    ({ length }) => length === 1,
  );
  await other.query('commit');
  expect(await resumed).toEqual({ givenUp: 0 });
});

it('gives up any number of them', async () => {
  await resumeDelivered('original');
  startWorkers({}, 'copy');
  await expectHeld();
  await api().owner.query(
    `insert into webhook_deliveries (id, webhook_id, event_xid, event_id, event_type, created_at, next_attempt_at)
     select 'old' || n, $1, '3', -n, 'task.completed', now() - interval '1 hour', now() - n * interval '1 ms'
     from generate_series(1, 2300) as n`,
    [webhookId],
  );
  const halfAnHourAgo = new Date(Date.now() - 30 * 60_000);
  expect(await resume('copy', halfAnHourAgo)).toEqual({ givenUp: 2_300 });
  await receiver.until(({ length }) => length === 1);
});

it('resumes nothing where nothing is held', async () => {
  await expect(resume('original')).rejects.toThrow(/not held/);
  await resumeDelivered('original');
  await expect(resume('original')).rejects.toThrow(/not held/);
});

it('tells admins in the dashboard why deliveries are held', async () => {
  const { email } = await createPerson(api(), team.teamId, 'admin');
  const caller = { session: await sessionOf(api(), email), team: team.teamId };
  const hold = async () =>
    DeliveryHold.parse((await call(api(), ['query', 'webhooks.hold'], undefined, caller)).data);
  expect(await hold()).toEqual({ reason: null });
  await api().owner.query(`insert into installation (installation_id) values ('another')`);
  expect(await hold()).toEqual({ reason: 'installation' });
  await api().owner.query(`update installation set installation_id = 'original', system_identifier = '1'`);
  expect(await hold()).toEqual({ reason: 'server' });
});

it('reads the identifier of the server through the owner, and warns once where the owner may not', async () => {
  const owner = (await api().owner.query<{ name: string }>('select current_user as name')).rows[0]?.name;
  const role = (await api().db.pool.query<{ name: string }>('select current_user as name')).rows[0]?.name;
  await api().owner.query('revoke execute on function pg_control_system() from public');
  await expect(api().db.pool.query('select pg_control_system()')).rejects.toMatchObject({ code: '42501' });
  await resumeDelivered('original');
  expect(await stored()).toEqual([{ installationId: 'original', isThisServer: true }]);

  await api().owner.query(`alter function server_identifier() owner to ${role}`);
  const worker = startWorkers({}, 'original');
  await expectSent();
  await worker.stop();
  expect(linesWith('may not call pg_control_system')).toHaveLength(1);
  startWorkers({}, 'copy');
  await untilLogged('are held');
  await api().owner.query(`alter function server_identifier() owner to ${owner}`);
});
