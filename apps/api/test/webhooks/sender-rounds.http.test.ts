import { SecretBox } from '@crewboard/app-secret';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { Outbound } from '../../src/outbound/outbound.ts';
import { DeliveryHold } from '../../src/workers/webhooks/delivery-hold.ts';
import { DeliveryMaker } from '../../src/workers/webhooks/delivery-maker.ts';
import { DeliverySender } from '../../src/workers/webhooks/delivery-sender.ts';
import { deliveryTiming } from '../../src/workers/webhooks/timing.ts';
import { appSecret, receivers, useApi } from '../harness.ts';
import { settle } from '../log/support/settle.ts';
import { useReceivers } from '../support/receiver.ts';
import { createWebhook } from '../support/webhooks.ts';

const api = useApi();
const startReceiver = useReceivers();
/** No lease ends during the test, however slow the machine is. */
const timing = { ...deliveryTiming, leaseMs: 600_000 };
const often = { hasMore: false, nextRoundInMs: timing.sendIntervalMs };
const seldom = { hasMore: false, nextRoundInMs: undefined };

it('a sender polls often while deliveries are pending, and while it may have the lease of an endpoint', async () => {
  const { db } = api();
  const outbound = new Outbound({ allow: receivers, ...timing });
  const ended = Promise.withResolvers<void>();
  const log = pino({ enabled: false });
  const start = (onEnd = () => {}) =>
    new DeliverySender({
      ...{ db, outbound, timing, metrics: undefined, onEnd },
      secretBox: new SecretBox([appSecret]),
      log,
      hold: new DeliveryHold({ installationId: null, log, metrics: undefined }),
      signal: new AbortController().signal,
    });
  const [sender, other] = [start(ended.resolve), start()];
  expect(await sender.run()).toEqual(seldom);

  const receiver = await startReceiver();
  const team = await api().createTeam();
  await createWebhook(api(), team, receiver.url, { eventTypes: ['task.created'] });
  await api().createTask(team);
  await settle(api());
  await new DeliveryMaker(db).makeFromNextPage();
  expect(await sender.run()).toEqual(often);
  await receiver.until(({ length }) => length === 1);
  await ended.promise;
  expect(await sender.run()).toEqual(often);
  expect(await other.run()).toEqual(seldom);
  await Promise.all([sender.stop(), other.stop()]);
  await outbound.close();
});
