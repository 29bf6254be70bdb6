import { WebhookWithSecret } from '@crewboard/contracts';
import { Webhook as Verifier } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { expectBody, type TestTeam, useApi } from '../harness.ts';
import { type Received, useReceivers } from '../support/receiver.ts';
import {
  createWebhook,
  eventually,
  everythingKept,
  formsOf,
  getDelivery,
  insertWebhook,
  sendTest,
  untilDelivery,
  useWorkers,
} from '../support/webhooks.ts';

const api = useApi();
const startReceiver = useReceivers();
const startWorker = useWorkers(api);

async function rotate(team: TestTeam, id: string): Promise<string> {
  const reply = await api().request('POST', `/api/webhooks/${id}/rotate-secret`, { token: team.apiKey });
  return expectBody(reply, 200, WebhookWithSecret).secret;
}

const verifies = (secret: string, { body, headers }: Received): boolean => {
  try {
    new Verifier(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
};

const signaturesOf = ({ headers }: Received) => headers['webhook-signature']?.split(' ') ?? [];

/** An endpoint, its first secret, and how to make it receive one more test. */
async function endpoint() {
  const team = await api().createTeam();
  const receiver = await startReceiver();
  const { id, secret } = await createWebhook(api(), team, receiver.url);
  const test = async (): Promise<Received> => {
    const count = receiver.received.length;
    await sendTest(api(), team, id);
    const received = await receiver.until(({ length }) => length > count);
    return received[count] as Received;
  };
  return { team, receiver, id, secret, test };
}

describe('the signature', () => {
  it('is one signature of the raw bytes, the id and the time, and verifies with this secret only', async () => {
    const [{ secret, test }, other] = [await endpoint(), await endpoint()];
    startWorker();
    const message = await test();
    expect(signaturesOf(message)).toEqual([expect.stringMatching(/^v1,[0-9A-Za-z+/]{43}=$/)]);
    expect(verifies(secret, message)).toBe(true);
    expect(verifies(other.secret, message)).toBe(false);
    expect(Math.abs(Number(message.headers['webhook-timestamp']) - Date.now() / 1_000)).toBeLessThan(30);
    expect(verifies(secret, { ...message, body: ` ${message.body}` })).toBe(false);
    for (const [name, value] of [
      ['webhook-id', 'msg_other'],
      ['webhook-timestamp', String(Number(message.headers['webhook-timestamp']) - 1)],
    ] as const) {
      const headers = { ...message.headers, [name]: value };
      expect(verifies(secret, { ...message, headers }), name).toBe(false);
    }
  });

  it('verifies a body with every kind of character', async () => {
    const team = await api().createTeam();
    const receiver = await startReceiver();
    const { secret } = await createWebhook(api(), team, receiver.url, { eventTypes: ['task.created'] });
    startWorker();
    const title = 'Grüße 🚀 "\\/ </script> ﷽';
    const description = `\u0001\u2028${'🦊'.repeat(30_000)}`;
    await api().createTask(team, { title, description });
    const [message] = await receiver.until(({ length }) => length > 0);
    if (!message) throw new Error('nothing arrived');
    expect(message.json.data.task).toMatchObject({ title, description });
    expect(verifies(secret, message)).toBe(true);
  });
});

describe('after a rotation of the secret', () => {
  it('has two parts: of the new secret and of the previous one', async () => {
    const { team, id, secret, test } = await endpoint();
    startWorker();
    const fresh = await rotate(team, id);
    const message = await test();
    expect(signaturesOf(message)).toHaveLength(2);
    expect([verifies(secret, message), verifies(fresh, message)]).toEqual([true, true]);
  });

  it('no longer uses the old secret once its overlap has ended', async () => {
    const { team, id, secret, test } = await endpoint();
    startWorker();
    const fresh = await rotate(team, id);
    expect(verifies(secret, await test())).toBe(true);
    await api().db.pool.query(
      `update webhooks set previous_secret_until = now() - interval '1 second' where id = $1`,
      [id],
    );
    const message = await test();
    expect(signaturesOf(message)).toHaveLength(1);
    expect([verifies(secret, message), verifies(fresh, message)]).toEqual([false, true]);
  });

  it('uses the last two secrets after a second rotation, and no longer the first', async () => {
    const { team, id, secret, test } = await endpoint();
    startWorker();
    const [second, third] = [await rotate(team, id), await rotate(team, id)];
    const message = await test();
    expect(signaturesOf(message)).toHaveLength(2);
    expect([secret, second, third].map((one) => verifies(one, message))).toEqual([false, true, true]);
  });

  it('is new for a retried delivery, whose id and bytes stay the same', async () => {
    const { team, receiver, id, secret } = await endpoint();
    const requested = Promise.withResolvers<() => void>();
    receiver.respond = (response) => requested.resolve(() => response.writeHead(500).end());
    startWorker();
    await sendTest(api(), team, id);
    const fail = await requested.promise;
    const fresh = await rotate(team, id);
    receiver.respond = (response) => void response.writeHead(200).end();
    fail();
    await untilDelivery(api(), team, id, 'succeeded');
    const [first, last] = [receiver.received[0], receiver.received.at(-1)];
    if (!first || !last) throw new Error('nothing arrived');
    expect([verifies(secret, first), verifies(fresh, first)]).toEqual([true, false]);
    expect([verifies(secret, last), verifies(fresh, last)]).toEqual([true, true]);
    expect(last.headers['webhook-id']).toBe(first.headers['webhook-id']);
    expect(last.body).toBe(first.body);
  });
});

it('leaves no secret in deliveries and in the log of the worker', async () => {
  const { team, receiver, id, secret, test } = await endpoint();
  receiver.respond = (response) => void response.writeHead(500).end('no');
  startWorker();
  const fresh = await rotate(team, id);
  await test();
  const delivery = await untilDelivery(api(), team, id, 'failed');
  const details = await getDelivery(api(), team, id, delivery.id);
  const kept = JSON.stringify(details) + (await everythingKept(api()));
  for (const form of [...formsOf(secret), ...formsOf(fresh)]) expect(kept.includes(form)).toBe(false);
});

it('is not made where neither APP_SECRET nor the previous one encrypted the secret, and the attempt says so', async () => {
  const team = await api().createTeam();
  const id = await insertWebhook(api(), team);
  const delivery = await sendTest(api(), team, id);
  startWorker();
  const { attempts } = await eventually(
    () => getDelivery(api(), team, id, delivery.id),
    (details) => details.attempts.length > 0,
  );
  expect(attempts[0]).toMatchObject({
    statusCode: null,
    error: expect.stringContaining('neither APP_SECRET nor APP_SECRET_PREVIOUS encrypted it'),
  });
});
