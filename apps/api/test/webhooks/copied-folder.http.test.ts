import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { openTestDatabase } from '@crewboard/db/testing';
import { afterEach, expect, it } from 'vitest';
import { appSecret, TestApi, type TestTeam } from '../harness.ts';
import { OwnPostgres } from '../support/own-postgres.ts';
import { type Receiver, useReceivers } from '../support/receiver.ts';
import { completeTask, createWebhook, listDeliveries, untilDelivery } from '../support/webhooks.ts';

const source = (file: string) => path.join(import.meta.dirname, '../../src', file);
const startReceiver = useReceivers();
const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

type Place = Pick<OwnPostgres, 'url' | 'dataDir'>;

const envOf = ({ url, dataDir }: Place) => ({
  ...process.env,
  ...{ DATABASE_URL: url, DATA_DIR: dataDir, APP_SECRET: appSecret, WEBHOOK_ALLOW: '127.0.0.1' },
});

/** The worker as a process of its own, with the folder of this server. */
function startWorker(server: Place) {
  const env = { ...envOf(server), METRICS_PORT: '0' };
  const child = spawn(process.execPath, [source('worker.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const seen: string[] = [];
  lines.on('line', (line) => seen.push(line));
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  undo.push(stop);
  return {
    stop,
    seen: (text: string) => seen.some((line) => line.includes(text)),
    /** Resolves to the first line with this text. */
    async logged(text: string): Promise<string> {
      for (;;) {
        const found = seen.find((line) => line.includes(text));
        if (found) return found;
        await Promise.race([once(lines, 'line'), exited.then(() => Promise.reject(new Error('It ended')))]);
      }
    },
  };
}

async function serve(server: OwnPostgres): Promise<TestApi> {
  const api = await TestApi.serve(openTestDatabase(server.url));
  undo.push(() => api.close());
  return api;
}

const resume = (server: OwnPostgres, ...options: string[]) =>
  promisify(execFile)(process.execPath, [source('cli/admin.ts'), 'deliveries', 'resume', ...options], {
    env: envOf(server),
  });

/** A server with a webhook that has received one event and whose receiver then fails. */
async function startOriginal(): Promise<{
  original: OwnPostgres;
  team: TestTeam;
  receiver: Receiver;
  webhookId: string;
}> {
  const receiver = await startReceiver();
  const original = await OwnPostgres.start();
  undo.push(() => original.remove());
  const api = await serve(original);
  const team = await api.createTeam();
  const { id: webhookId } = await createWebhook(api, team, receiver.url);
  const worker = startWorker(original);
  await completeTask(api, team);
  await untilDelivery(api, team, webhookId, 'succeeded');
  receiver.respond = (response) => void response.writeHead(503).end();
  await completeTask(api, team);
  // More when its next attempt comes meanwhile.
  await receiver.until(({ length }) => length >= 2);
  await worker.stop();
  undo.splice(undo.indexOf(worker.stop), 1);
  await api.close();
  undo.splice(1, 1);
  receiver.respond = (response) => void response.writeHead(204).end();
  receiver.received.length = 0;
  return { original, team, receiver, webhookId };
}

it('a copy of the folder sends nothing to receivers until an operator resumes it', async () => {
  const { original, team, receiver, webhookId } = await startOriginal();
  await original.query(`update webhook_deliveries set next_attempt_at = now() where status = 'pending'`);
  const copy = await original.startCopy();
  undo.push(() => copy.remove());
  const api = await serve(copy);
  const worker = startWorker(copy);
  await worker.logged('webhook deliveries are held');
  const metricsUrl = /http\S+\/metrics/.exec(await worker.logged('serving metrics at'))?.[0] ?? '';
  expect(await (await fetch(metricsUrl)).text()).toMatch(/^crewboard_deliveries_held 1$/m);
  // Its events become deliveries, after which the sender looks again.
  await completeTask(api, team);
  await expect
    .poll(async () => (await listDeliveries(api, team, webhookId, '?status=pending')).length)
    .toBe(2);
  expect(receiver.received).toEqual([]);

  expect((await resume(copy)).stdout).toMatch(/sent again/);
  await receiver.until(({ length }) => length === 2);
  await worker.logged('no longer held');
  await expect(resume(copy)).rejects.toMatchObject({ stderr: expect.stringMatching(/not held/) });
});

it('a failover to a standby, which changes the timeline, holds nothing', async () => {
  const { original, team, receiver } = await startOriginal();
  const standby = await original.startStandby();
  undo.push(() => standby.remove());
  await standby.stopReceiving(original);
  await standby.promote();
  // Another machine with the same INSTALLATION_ID, which here is that of the folder.
  const worker = startWorker({ url: standby.url, dataDir: original.dataDir });
  const api = await serve(standby);
  await completeTask(api, team);
  await receiver.until(({ length }) => length > 0);
  expect(worker.seen('are held')).toBe(false);
});
