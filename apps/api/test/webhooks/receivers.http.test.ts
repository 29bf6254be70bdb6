import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { EventType, WebhookWithSecret } from '@crewboard/contracts';
import { findFreePort } from '@crewboard/db/embedded';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterEach, describe, expect, it } from 'vitest';
import { deliveryTiming } from '../../src/workers/webhooks/timing.ts';
import { expectBody, type TestTeam, useApi } from '../harness.ts';
import { useReceivers } from '../support/receiver.ts';
import {
  completeTask,
  createWebhook,
  eventually,
  listDeliveries,
  untilDelivery,
  useWorkers,
} from '../support/webhooks.ts';

const root = path.join(import.meta.dirname, '../../../..');
const api = useApi();
const startWorker = useWorkers(api);
const startReceiver = useReceivers();

const languages = [
  { language: 'TypeScript', command: process.execPath, file: 'examples/webhook-receiver.ts' },
  { language: 'Python', command: 'python3', file: 'examples/webhook-receiver.py' },
];
const isInstalled = (command: string) => spawnSync(command, ['--version']).status === 0;

const running: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((stop) => stop()));
});

/** Starts a receiver of the examples as a process; resolves once it listens. */
async function run({ command, file }: (typeof languages)[number], port: number, secret: string) {
  const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret };
  const child = spawn(command, [path.join(root, file)], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const stop = async () => {
    child.kill();
    await exited;
  };
  running.push(stop);
  const lines = () => output.split('\n').filter((line) => line.startsWith('task.'));
  await expect.poll(() => output).toContain('Waiting for webhooks');
  return { stop, lines };
}

async function rotate(team: TestTeam, webhookId: string): Promise<string> {
  const reply = await api().request('POST', `/api/webhooks/${webhookId}/rotate-secret`, {
    token: team.apiKey,
  });
  return expectBody(reply, 200, WebhookWithSecret).secret;
}

describe.each(languages)('the receiver in $language', (receiver) => {
  const { command, file } = receiver;
  const canRun = isInstalled(command);
  if (!canRun) console.warn(`SKIPPED: there is no ${command} on this machine, so ${file} is not tested.`);

  it.skipIf(!canRun)('prints a repeated delivery once', async () => {
    startWorker();
    const [port, team] = [await findFreePort(), await api().createTeam()];
    const { id, secret } = await createWebhook(api(), team, `http://127.0.0.1:${port}/`);
    const { lines } = await run(receiver, port, secret);
    await completeTask(api(), team, 'The\nresult \u001b[31m é');
    const [delivery] = await eventually(
      () => listDeliveries(api(), team, id),
      ([first]) => first?.status === 'succeeded',
    );
    await expect.poll(lines).toEqual(['task.completed  A task → The result [31m é (agent Agent)']);

    const again = `/api/webhooks/${id}/deliveries/${delivery?.id}/redeliver`;
    expect((await api().request('POST', again, { token: team.apiKey })).status).toBe(202);
    await eventually(
      () => listDeliveries(api(), team, id),
      ([first]) => first?.attempts.length === 2 && first.status === 'succeeded',
    );
    await completeTask(api(), team, 'Another');
    await expect.poll(lines).toHaveLength(2);
  });

  it.skipIf(!canRun)('verifies with the secret before a rotation and with the one after it', async () => {
    startWorker();
    const [port, team] = [await findFreePort(), await api().createTeam()];
    const { id, secret } = await createWebhook(api(), team, `http://127.0.0.1:${port}/`);
    const withOld = await run(receiver, port, secret);
    const newSecret = await rotate(team, id);
    expect(newSecret).not.toBe(secret);
    await completeTask(api(), team, 'Signed twice');
    await expect.poll(withOld.lines).toHaveLength(1);
    // It prints before it responds: what has no response when it ends is sent again.
    await untilDelivery(api(), team, id, 'succeeded');
    await withOld.stop();

    const withNew = await run(receiver, port, newSecret);
    await completeTask(api(), team, 'Signed twice again');
    await expect.poll(withNew.lines).toHaveLength(1);
  });

  it.skipIf(!canRun)('rejects forged, old, modified or incomplete requests, and prints nothing', async () => {
    const port = await findFreePort();
    const secret = `whsec_${Buffer.from('the secret of this receiver!').toString('base64')}`;
    const { lines } = await run(receiver, port, secret);
    const event = {
      type: 'task.moved',
      data: { task: { title: 'Genuine' }, actor: { kind: 'key', name: 'ci' } },
    };
    const body = JSON.stringify(event);
    const send = async ({ by = secret, age = 0, sent = body, left = '' }) => {
      const at = new Date(Date.now() - age * 1_000);
      const headers = new Headers({
        'webhook-id': 'an-id',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
        'webhook-signature': new Verifier(by).sign('an-id', at, body),
      });
      if (left) headers.delete(left);
      return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: sent })).status;
    };
    const forged = `whsec_${Buffer.from('the secret of somebody else!').toString('base64')}`;
    expect(await send({ by: forged })).toBe(401);
    expect(await send({ age: 301 })).toBe(401);
    expect(await send({ age: -600 })).toBe(401);
    expect(await send({ sent: body.replace('Genuine', 'Changed') })).toBe(401);
    expect(await send({ sent: JSON.stringify(event, null, 1) })).toBe(401);
    for (const left of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
      expect(await send({ left })).toBe(401);
    }
    expect(lines()).toEqual([]);
    expect(await send({ age: 200 })).toBe(204);
    await expect.poll(lines).toEqual(['task.moved  Genuine (key ci)']);
  });

  it.skipIf(!canRun)('explains how to get a secret when it has none', () => {
    const env = { ...process.env, WEBHOOK_SECRET: '' };
    const { status, stderr } = spawnSync(command, [path.join(root, file)], { env, encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toContain('curl -X POST http://127.0.0.1:4000/api/teams/$TEAM_ID/webhooks');
  });
});

describe('docs/webhooks.md', () => {
  const guide = readFileSync(path.join(root, 'docs/webhooks.md'), 'utf8');
  const block = (language: string, heading: string) =>
    new RegExp(`^## ${heading}\n.*?^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(guide)?.[1] ?? '';

  it('shows the three receivers exactly as in examples', () => {
    for (const [language, file] of [
      ['ts', 'examples/webhook-receiver.ts'],
      ['python', 'examples/webhook-receiver.py'],
      ['go', 'examples/webhook-receiver.go'],
    ]) {
      const text = readFileSync(path.join(root, file ?? ''), 'utf8');
      expect(guide, `${file} is shown as it is not`).toContain(`\`\`\`${language}\n${text}\`\`\`\n`);
    }
  });

  it('names every event type, and no other', () => {
    const [, list = ''] = /^## Event types\n(.*?)^## /ms.exec(guide) ?? [];
    const named = [...list.matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(([, type]) => type);
    expect([...new Set(named)].sort()).toEqual([...EventType.options].sort());
  });

  it('states the schedule of the retries', () => {
    const unit = { s: 1_000, min: 60_000, h: 3_600_000, d: 86_400_000 };
    const ms = (text = '') =>
      [...text.matchAll(/(\d+) (s|min|h|d)\b/g)].reduce(
        (sum, [, count, name]) => sum + Number(count) * unit[name as keyof typeof unit],
        0,
      );
    const rows = [...guide.matchAll(/^\| (\d+) \| ([^|]+) \| ([^|]+) \|$/gm)];
    let total = 0;
    const expected = [0, ...deliveryTiming.retryDelaysMs].map((wait, index) => {
      total += wait;
      return [index + 1, wait, total];
    });
    expect(rows.map(([, attempt, wait, since]) => [Number(attempt), ms(wait), ms(since)])).toEqual(expected);
  });

  it('creates an endpoint with the pasted commands, and receives an event', async () => {
    startWorker();
    const [receiver, team] = [await startReceiver(), await api().createTeam()];
    const curl = block('sh', 'Create one')
      .replace('http://127.0.0.1:4000', api().url)
      .replace(/"url":"[^"]*"/, `"url":"${receiver.url}"`);
    const env = { ...process.env, TEAM_ID: team.teamId, KEY: team.apiKey };
    const { promise, resolve } = Promise.withResolvers<string>();
    const child = spawn('bash', ['-euc', curl], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.on('close', () => resolve(output));
    const webhook = WebhookWithSecret.parse(JSON.parse(await promise));
    expect(Object.keys(JSON.parse(block('json', 'Create one'))).sort()).toEqual(Object.keys(webhook).sort());

    const [agent, taskId] = [await api().createAgent(team), await api().createTask(team)];
    const byAgent = { token: agent.token, body: { result: 'The result' } };
    await api().request('POST', `/api/tasks/${taskId}/claim`, { token: agent.token });
    await api().request('POST', `/api/tasks/${taskId}/complete`, byAgent);
    const [received] = await receiver.until(({ length }) => length > 0);
    const shown = JSON.parse(block('json', 'The payload'));
    expect(shape(shown)).toEqual(shape(received?.json));
  });
});

/** The keys in their order, with the types of their values. */
function shape(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return typeof value;
  return Object.entries(value).map(([key, inner]) => [key, shape(inner)]);
}
