import { deliveryRetentionDays } from '@crewboard/contracts';
import { expect, it } from 'vitest';
import { maxScannedEvents } from '../../src/features/events/log/scan-log.ts';
import { recoverFromLog } from '../../src/workers/webhooks/recover-from-log.ts';
import { type TestTeam, useApi } from '../harness.ts';
import { settle } from '../log/support/settle.ts';
import { closedPortUrl, createWebhook, eventually, updateWebhook } from '../support/webhooks.ts';

// No worker runs here: each test makes the pages of a recovery itself.
const api = useApi();

/** An endpoint that missed this many events. */
async function endpointWithMissed(events: number) {
  const team = await api().createTeam();
  const { id } = await createWebhook(api(), team, closedPortUrl, {
    eventTypes: ['task.moved'],
    enabled: false,
  });
  await writeEvents(team, events);
  await updateWebhook(api(), team, id, { enabled: true });
  return { team, id };
}

async function writeEvents(team: TestTeam, events: number, type = 'task.moved'): Promise<void> {
  await api().db.pool.query(
    `insert into events (team_id, type, subject_type, subject_id, actor_kind, snapshot)
     select $1, $3, 'task', 'task' || n, 'system', '{}' from generate_series(1, $2::int) as n`,
    [team.teamId, events, type],
  );
}

async function recover({ team, id }: { team: TestTeam; id: string }): Promise<void> {
  const since = new Date(Date.now() - 60_000).toISOString();
  const path = `/api/webhooks/${id}/recover`;
  const reply = await api().request('POST', path, { token: team.apiKey, body: { since } });
  expect(reply.status, reply.text).toBe(202);
  await settle(api());
}

async function count(id: string, status: string): Promise<number> {
  const { rowCount } = await api().db.pool.query(
    'select from webhook_deliveries where webhook_id = $1 and status::text = $2',
    [id, status],
  );
  return rowCount ?? 0;
}

const waitForRecovery = () =>
  eventually(
    async () => {
      await recoverFromLog(api().db);
      return (await api().db.pool.query('select from webhook_recoveries')).rowCount;
    },
    (recoveries) => recoveries === 0,
  );

it('finishes although it is requested again after each page', async () => {
  const endpoint = await endpointWithMissed(1_200);
  for (let pages = 0; pages < 3; pages += 1) {
    await recover(endpoint);
    expect(await recoverFromLog(api().db)).toEqual({ hasMore: true });
  }
  expect(await count(endpoint.id, 'pending')).toBe(1_200);
  await waitForRecovery();
});

it('sends later failures and events when it is requested again', async () => {
  const endpoint = await endpointWithMissed(600);
  await recover(endpoint);
  expect(await recoverFromLog(api().db)).toEqual({ hasMore: true });
  await api().db.pool.query(
    `update webhook_deliveries set status = 'failed', next_attempt_at = null where webhook_id = $1`,
    [endpoint.id],
  );
  expect(await count(endpoint.id, 'failed')).toBe(500);
  await writeEvents(endpoint.team, 100);
  await recover(endpoint);
  await waitForRecovery();
  expect(await count(endpoint.id, 'failed')).toBe(0);
  expect(await count(endpoint.id, 'pending')).toBe(700);
});

it('looks at a bounded number of other events at once, and misses none behind them', async () => {
  const endpoint = await endpointWithMissed(2);
  await writeEvents(endpoint.team, 2 * maxScannedEvents, 'task.claimed');
  await writeEvents(endpoint.team, 3);
  await recover(endpoint);
  const found: number[] = [];
  for (let pages = 0; pages < 3; pages += 1) {
    expect(await recoverFromLog(api().db)).toEqual({ hasMore: true });
    found.push(await count(endpoint.id, 'pending'));
  }
  expect(found).toEqual([2, 2, 5]);
  await waitForRecovery();
  expect(await count(endpoint.id, 'pending')).toBe(5);
});

it('sends nothing older than the retention of deliveries when it starts late', async () => {
  const endpoint = await endpointWithMissed(3);
  await recover(endpoint);
  const { pool } = api().db;
  const values = [endpoint.id, deliveryRetentionDays];
  const beforeRetention = `now() - ($2::int + 9) * interval '1 day'`;
  await pool.query(`update webhooks set created_at = ${beforeRetention} where id = $1`, values);
  await pool.query(`update webhook_recoveries set since = ${beforeRetention} where webhook_id = $1`, values);
  await pool.query(
    `update events set created_at = now() - ($2::int + case subject_id when 'task1' then 1 else -1 end) * interval '1 day'
     where team_id = $1 and type = 'task.moved'`,
    [endpoint.team.teamId, deliveryRetentionDays],
  );
  await waitForRecovery();
  expect(await count(endpoint.id, 'pending')).toBe(2);
});
