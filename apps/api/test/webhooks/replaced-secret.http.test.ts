import { SecretBox, signWebToken } from '@crewboard/app-secret';
import type { WebhookWithSecret } from '@crewboard/contracts';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterEach, expect, it } from 'vitest';
import { ApiProcess } from '../contract/support/api-process.ts';
import { appSecret as oldSecret, type TestTeam, useApi } from '../harness.ts';
import { createPerson, sessionOf } from '../support/people.ts';
import { type Received, type Receiver, useReceivers } from '../support/receiver.ts';

const newSecret = 'the secret that replaces the other one, long enough';

// The steps of docs/operations.md, "Replace APP_SECRET": each starts the processes again one by one.
const steps = {
  before: { APP_SECRET: oldSecret },
  acceptNew: { APP_SECRET: oldSecret, APP_SECRET_PREVIOUS: newSecret },
  useNew: { APP_SECRET: newSecret, APP_SECRET_PREVIOUS: oldSecret },
  after: { APP_SECRET: newSecret },
};
type Step = keyof typeof steps;

const api = useApi();
const startReceiver = useReceivers();
const processes = new Map<number, ApiProcess>();
afterEach(async () => {
  await Promise.all([...processes.values()].map((process) => process.stop()));
  processes.clear();
});

async function start(place: number, step: Step): Promise<void> {
  await processes.get(place)?.stop();
  const env = { ...steps[step], WEBHOOK_DELIVERY: 'api', WEBHOOK_ALLOW: '127.0.0.1', LOG_LEVEL: 'info' };
  processes.set(place, await ApiProcess.start(api().db.url, env));
}

async function send(url: string, path: string, token: string, body?: object): Promise<Response> {
  const headers = { Authorization: `Bearer ${token}`, ...(body && { 'Content-Type': 'application/json' }) };
  return fetch(`${url}${path}`, { method: body ? 'POST' : 'GET', headers, body: JSON.stringify(body) });
}

const verifies = (secret: string, { body, headers }: Received) => {
  try {
    new Verifier(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
};

/** What the installation must do at any moment of the replacement. */
class Checks {
  readonly #team: TestTeam;
  readonly #session: string;
  readonly #receiver: Receiver;
  readonly #endpoints: WebhookWithSecret[] = [];

  constructor(team: TestTeam, session: string, receiver: Receiver) {
    this.#team = team;
    this.#session = session;
    this.#receiver = receiver;
  }

  /** Web servers run in the given steps, and each may call either process. */
  async pass(...webSteps: Step[]): Promise<void> {
    for (const { url } of processes.values()) {
      for (const step of webSteps) {
        const token = await signWebToken(steps[step].APP_SECRET, { session: this.#session });
        const reply = await send(url, '/trpc/accounts.me', token);
        expect([reply.status, url, step]).toEqual([200, url, step]);
      }
      const path = `/api/teams/${this.#team.teamId}/webhooks`;
      const reply = await send(url, path, this.#team.apiKey, { url: this.#receiver.url });
      this.#endpoints.push((await reply.json()) as WebhookWithSecret);
    }
    const [{ url } = expect.fail()] = processes.values();
    const secretByDelivery = new Map<string, string>();
    for (const { id, secret } of this.#endpoints) {
      const reply = await send(url, `/api/webhooks/${id}/test`, this.#team.apiKey, {});
      secretByDelivery.set(((await reply.json()) as { id: string }).id, secret);
    }
    const idOf = ({ headers }: Received) => headers['webhook-id'] ?? '';
    const received = await this.#receiver.until((all) => {
      const ids = new Set(all.map(idOf));
      return [...secretByDelivery.keys()].every((id) => ids.has(id));
    });
    for (const message of received) {
      const secret = secretByDelivery.get(idOf(message));
      if (secret !== undefined) expect(verifies(secret, message)).toBe(true);
    }
  }
}

async function areAllEncryptedWith(secret: string): Promise<boolean> {
  const box = new SecretBox([secret]);
  const { rows } = await api().db.pool.query<{ id: string; secret: string }>(
    'select id, secret from webhooks',
  );
  const each = await Promise.all(rows.map((row) => box.isCurrent(row.secret, row.id)));
  return each.every(Boolean);
}

// Processes of each two steps that follow one another run together: what holds then holds for those of one step.
it('accepts all calls and signs all deliveries at each step of replacing APP_SECRET', async () => {
  const team = await api().createTeam();
  const { email } = await createPerson(api(), team.teamId, 'owner');
  const checks = new Checks(team, await sessionOf(api(), email), await startReceiver());
  await Promise.all([start(1, 'acceptNew'), start(2, 'before')]);
  await checks.pass('before', 'acceptNew');
  await start(2, 'useNew');
  await checks.pass('acceptNew', 'useNew');
  await start(1, 'useNew');
  await expect.poll(() => areAllEncryptedWith(newSecret), { interval: 50, timeout: 60_000 }).toBe(true);
  await start(2, 'after');
  await checks.pass('useNew', 'after');
});
