import type { Webhook } from '@crewboard/contracts';
import { findFreePort } from '@crewboard/db/embedded';
import { startWebhookWorkers } from '../../apps/api/src/workers/index.ts';
import { type DeliveryTiming, deliveryTiming } from '../../apps/api/src/workers/webhooks/timing.ts';
import { type Row, rowOf } from '../row.ts';
import { Receiver } from './support/receiver.ts';
import { becomesTrue, waitUntil } from './support/wait.ts';
import {
  appSecret,
  type Delivery,
  type FaultContext,
  receiverAllowList,
  silentLog,
  World,
} from './support/world.ts';

/** `factor`: how many times faster than the clock the days pass. */
type Size = { factor: number; tasks: number };

const dayMs = 24 * 60 * 60 * 1_000;
/** The endpoint is disabled after five days. */
const lastDayWithCompletion = 4;

/** Divides all times by the factor, except minimum waits for the network and the database, which get no faster. */
function accelerate(factor: number): DeliveryTiming {
  const shorten = (ms: number, minMs: number) => Math.max(minMs, Math.round(ms / factor));
  const timing = deliveryTiming;
  return {
    ...timing,
    retryDelaysMs: timing.retryDelaysMs.map((ms) => shorten(ms, 1)),
    maxRetryAfterMs: shorten(timing.maxRetryAfterMs, 1),
    giveUpAfterMs: shorten(timing.giveUpAfterMs, 1),
    connectTimeoutMs: shorten(timing.connectTimeoutMs, 1_000),
    responseTimeoutMs: shorten(timing.responseTimeoutMs, 2_000),
    leaseMs: shorten(timing.leaseMs, 1_000),
    readIntervalMs: shorten(timing.readIntervalMs, 10),
    sendIntervalMs: shorten(timing.sendIntervalMs, 10),
    idleIntervalMs: shorten(timing.idleIntervalMs, 10),
    recoveryIntervalMs: shorten(timing.recoveryIntervalMs, 10),
    sweepIntervalMs: shorten(timing.sweepIntervalMs, 20),
  };
}

/** No receiver listens for five days, with completions on each day and after; then it is back. */
export async function runReceiverDownForDays(context: FaultContext, { factor, tasks }: Size): Promise<Row[]> {
  const world = await World.open(context);
  const timing = accelerate(factor);
  const worker = startWebhookWorkers({
    ...{
      databaseUrl: world.db.url,
      appSecrets: [appSecret],
      allow: receiverAllowList,
      log: silentLog,
      timing,
    },
  });
  const port = await findFreePort();
  let receiver: Receiver | undefined;
  try {
    const webhook = await world.createWebhook(`http://127.0.0.1:${port}/hook`);
    const first = await world.completeNew(tasks);
    const later = await completeOverDays(world, webhook, factor, context);
    const disabled = await world.getWebhook(webhook.id);
    const deliveries = await world.deliveries();
    const after = await world.completeNew(3);
    receiver = await Receiver.start(port);
    await world.client.webhooks.update({ webhookId: webhook.id, enabled: true });
    const since = new Date(Date.now() - dayMs).toISOString();
    await world.client.webhooks.recover({ webhookId: webhook.id, since });
    const all = [...first, ...later, ...after];
    await becomesTrue(() => world.areAllSucceeded(all.length), 30_000);
    return [
      rowOfSchedule(
        factor,
        timing,
        deliveries.filter(({ taskId }) => first.includes(taskId)),
      ),
      await rowOfGivingUp(world, timing, disabled, deliveries),
      await rowOfRecovery(world, receiver, all),
    ];
  } finally {
    await worker.stop();
    await receiver?.close();
    await world.close();
  }
}

/** Completes a task on each of the next days, until the endpoint is disabled. */
async function completeOverDays(world: World, { id }: Webhook, factor: number, context: FaultContext) {
  const taskIds: string[] = [];
  const startedAt = Date.now();
  for (let count = 1; count <= lastDayWithCompletion; count += 1) {
    await waitUntil(`day ${count}`, () => Date.now() - startedAt > (count * dayMs) / factor, 60_000);
    context.report(`day ${count} of 5`);
    taskIds.push(...(await world.completeNew(1)));
  }
  const isDisabled = async () => !(await world.getWebhook(id)).enabled;
  await waitUntil('the endpoint is disabled', isDisabled, (2 * dayMs) / factor + 5_000);
  return taskIds;
}

/** How many ms an attempt came before the minimum delay of the schedule. */
function earlinessOf({ retryDelaysMs }: DeliveryTiming, { attempts }: Delivery): number[] {
  return attempts.slice(1).map((attempt, index) => {
    const before = attempts[index];
    const planned = retryDelaysMs[index] ?? Number.NaN;
    return planned - (Date.parse(attempt.at) - Date.parse(before?.at ?? '') - (before?.latencyMs ?? 0));
  });
}

/** Ten attempts before the delivery fails: an attempt that is much too late is missing from the count. */
function rowOfSchedule(factor: number, timing: DeliveryTiming, deliveries: Delivery[]): Row {
  const counts = deliveries.map(({ attempts }) => attempts.length);
  const failed = deliveries.filter(({ status }) => status === 'failed').length;
  const early = Math.max(...deliveries.flatMap((delivery) => earlinessOf(timing, delivery)));
  return rowOf(
    `receiver down, clock × ${factor.toLocaleString('en')}: schedule`,
    'ten attempts by the schedule, then failed',
    `${deliveries.length} deliveries, ${[...new Set(counts)].join(', ')} attempts each, ${failed} failed; no wait was ` +
      `shorter than the schedule by more than ${Math.max(0, early)} ms (the longest wait is ${timing.retryDelaysMs.at(-1)} ms)`,
    {
      'ten attempts': counts.every((count) => count === 10),
      'all failed': failed === deliveries.length,
      // Both times are stored in whole milliseconds.
      'none too early': early <= 2,
    },
  );
}

/** The first failure after the five days disables the endpoint, and no attempt follows it. */
async function rowOfGivingUp(
  world: World,
  { giveUpAfterMs }: DeliveryTiming,
  webhook: Webhook,
  deliveries: Delivery[],
): Promise<Row> {
  const { rows } = await world.db.pool.query<{ actorKind: string }>(
    `select actor_kind as "actorKind" from events where type = 'webhook.disabled' and subject_id = $1`,
    [webhook.id],
  );
  const { disabledReason, disabledAt, failingSince, lastFailureAt } = webhook;
  const failedFor = Date.parse(lastFailureAt ?? '') - Date.parse(failingSince ?? '');
  const attempts = deliveries.flatMap((delivery) => delivery.attempts);
  const later = attempts.filter(({ at }) => Date.parse(at) > Date.parse(disabledAt ?? '')).length;
  return rowOf(
    'receiver down: disabled',
    `disabled as failing after five days (${giveUpAfterMs} ms), with one event`,
    `disabled: ${disabledReason}, after ${failedFor} ms of failures, ${later} attempts after it; ${rows.length} event by ${rows[0]?.actorKind}`,
    {
      'disabled as failing': disabledReason === 'failing',
      'after five days': failedFor >= giveUpAfterMs,
      'no attempt afterwards': later === 0,
      'one event': rows.length === 1 && rows[0]?.actorKind === 'system',
    },
  );
}

async function rowOfRecovery(world: World, { arrivals }: Receiver, all: string[]): Promise<Row> {
  const byTask = Map.groupBy(arrivals, ({ taskId }) => taskId);
  const lost = all.filter((taskId) => !byTask.has(taskId)).length;
  const twice = [...byTask.values()].filter(({ length }) => length > 1).length;
  const deliveries = await world.deliveries();
  return rowOf(
    'receiver back: recover',
    'everything since the beginning, each once',
    `${all.length} completions, ${lost} lost, ${twice} arrived twice, ${deliveries.length} deliveries`,
    {
      'none lost': lost === 0,
      'each once': twice === 0,
      'one delivery each': deliveries.length === all.length,
    },
  );
}
