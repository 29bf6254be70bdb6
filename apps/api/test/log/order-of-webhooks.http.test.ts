import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Database } from '@crewboard/db';
import { openTestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppError } from '../../src/errors.ts';
import type { VerbContext } from '../../src/features/verb-context.ts';
import { deleteWebhook } from '../../src/features/webhooks/delete-webhook.ts';
import { disableWebhook } from '../../src/features/webhooks/disable-webhook.ts';
import { recoverDeliveries } from '../../src/features/webhooks/recover-deliveries.ts';
import { redeliver } from '../../src/features/webhooks/redeliver.ts';
import { rotateWebhookSecret } from '../../src/features/webhooks/rotate-webhook-secret.ts';
import { testWebhook } from '../../src/features/webhooks/test-webhook.ts';
import { updateWebhook } from '../../src/features/webhooks/update-webhook.ts';
import { type EventRow, useApi } from '../harness.ts';
import { sendTest, worldWithWebhook } from '../support/webhooks.ts';

const api = useApi();
/** One connection per writer, without a share: only the locks order the writers. */
let connections: Database[];

beforeAll(() => {
  connections = Array.from({ length: 8 }, () => openTestDatabase(api().db.url, { maxConnections: 1 }));
});
afterAll(() => Promise.all(connections.map((connection) => connection.close())));

type Target = { teamId: string; keyId: string; webhookId: string; url: string; deliveryId: string };

const contextOf = (db: Database, { teamId, keyId }: Target, isKeyed: boolean) =>
  ({
    db,
    actor: { kind: 'key', id: keyId, teamId, access: 'manage' },
    requestId: null,
    secretBox: { seal: async (secret: string) => secret },
    ...(isKeyed && {
      keyedRequest: {
        ...{ keyHash: randomBytes(32), requestHash: randomBytes(32), reachedStage: null },
        seal: () => randomBytes(32),
      },
    }),
  }) as unknown as VerbContext;

/** All that changes an endpoint or records an event of it, one after another. */
function write(db: Database, target: Target, step: number): Promise<unknown> {
  const { teamId, webhookId, url, deliveryId } = target;
  const ctx = contextOf(db, target, step % 2 === 0);
  switch (step % 8) {
    case 0:
      return redeliver({ ctx, input: { webhookId, deliveryId } });
    case 1:
      return recoverDeliveries({ ctx, input: { webhookId, since: new Date().toISOString() } });
    case 2:
      return testWebhook({ ctx, input: { webhookId } });
    case 3:
      return rotateWebhookSecret({ ctx, input: { webhookId } });
    case 4:
      return disableWebhook({ ctx: { db }, input: { webhookId, teamId, reason: 'gone', url } });
    default:
      return updateWebhook({ ctx, input: { webhookId, description: `Step ${step}`, enabled: true } });
  }
}

async function writeOften(writer: number, target: Target): Promise<void> {
  const db = connections[writer];
  if (!db) throw new Error('There are eight connections');
  for (let count = 0; count < 100; count += 1) {
    if (writer === 0 && count === 80)
      await deleteWebhook({ ctx: contextOf(db, target, false), input: target });
    await write(db, target, count + writer * 3).catch((error) => {
      // The order decides whether the endpoint is enabled, and whether it is still there.
      if (!(error instanceof AppError) || ![404, 409].includes(error.status)) throw error;
    });
  }
}

/** Fields that a change leaves out of its `changes`. */
const unrecordedBy: Record<string, string[]> = {
  'webhook.updated': ['updatedAt'],
  'webhook.disabled': ['updatedAt'],
  'webhook.secret_rotated': ['updatedAt', 'previousSecretUntil'],
};

/** Returns the contradictions between consecutive events. */
function contradictions(events: EventRow[]): string[] {
  return events.slice(1).flatMap(({ type, snapshot, changes }, index) => {
    const former = events[index]?.snapshot ?? {};
    const unrecorded = unrecordedBy[type] ?? [];
    return Object.keys(snapshot)
      .filter((field) => {
        const isChanged = type in unrecordedBy && changes?.[field] !== undefined;
        const before = isChanged ? changes?.[field]?.before : snapshot[field];
        return !unrecorded.includes(field) && !isDeepStrictEqual(former[field], before);
      })
      .map((field) => `${index + 1} ${type}: ${field}`);
  });
}

it('8 writers of an endpoint leave a log in which every event has the state before it', async () => {
  const { world, team, webhook } = await worldWithWebhook(api());
  const { id: webhookId, url } = webhook;
  const { id: deliveryId } = await sendTest(api(), team, webhookId);
  const target = { teamId: team.teamId, keyId: world.keyId, webhookId, url, deliveryId };
  await Promise.all(connections.map((_, writer) => writeOften(writer, target)));
  const events = await api().events(webhookId);
  expect(new Set(events.map(({ type }) => type.replace('webhook.', '')))).toEqual(
    new Set([
      'created',
      'updated',
      'disabled',
      'tested',
      'redelivered',
      'recovered',
      'secret_rotated',
      'deleted',
    ]),
  );
  expect(contradictions(events)).toEqual([]);
  expect(events.at(-1)?.type).toBe('webhook.deleted');
});
