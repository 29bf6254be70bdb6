import { fork } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ApiProcess } from '../../../apps/api/test/contract/support/api-process.ts';
import { useApi } from '../../../apps/api/test/harness.ts';
import { createWorld } from '../../../apps/api/test/support/world.ts';
import { findFreePort } from '../../db/src/embedded/free-port.ts';
import { createClient } from '../src/index.ts';
import { startWorker } from './support/worker-log.ts';

const api = useApi();
const taskCount = 60;

type Report = { requests: number; ids: string[] };

it('two processes with eight slots each do every task once, with about one request for each', async () => {
  const { team, ada, bob } = await createWorld(api());
  for (let n = 0; n < taskCount; n += 1) await api().createTask(team, { title: `${n}` });
  let left = taskCount;
  const children = [ada, bob].map(({ token }) =>
    fork(path.join(import.meta.dirname, 'support/worker-process.ts'), [api().url, token]),
  );
  const reports = children.map(
    (child) =>
      new Promise<Report>((resolve) => {
        child.on('message', (message: { completed: number } & Partial<Report>) => {
          left -= message.completed;
          if (message.ids) resolve(message as Report);
          else if (left === 0) for (const each of children) each.send('stop');
        });
      }),
  );
  const [first, second] = (await Promise.all(reports)) as [Report, Report];
  const ids = [...first.ids, ...second.ids];
  expect(new Set(ids).size).toBe(taskCount);
  expect(ids).toHaveLength(taskCount);
  // One for `me`, one for the first task of each slot, and some that waited, which each last 20 s.
  expect(first.requests + second.requests).toBeLessThanOrEqual(taskCount + 2 * (1 + 8 + 5));
  const { rows } = await api().db.pool.query('select attempt from tasks where attempt > 1');
  expect(rows).toEqual([]);
});

it('a worker outlives a crash of the service: each task is done once', async () => {
  const { team, ada } = await createWorld(api());
  const client = createClient({ url: api().url, token: team.apiKey });
  for (let n = 0; n < taskCount; n += 1) await api().createTask(team, { title: `${n}` });
  const port = { API_PORT: String(await findFreePort()) };
  const crashing = await ApiProcess.start(api().db.url, port);
  const { worker, events, until } = startWorker({
    ...{ url: crashing.url, token: ada.token, concurrency: 4, leaseSeconds: 600 },
    handler: async ({ title }) => title,
  });
  await until('completed', taskCount / 3);
  await crashing.kill();
  await until('retry');
  const restarted = await ApiProcess.start(api().db.url, port);
  await until('completed', taskCount);
  await worker.stop();
  await restarted.stop();
  expect(events.filter(({ type }) => type === 'completed' || type === 'lost')).toHaveLength(taskCount);
  for await (const task of client.tasks.listAll()) {
    expect(task).toMatchObject({ status: 'done', result: task.title, attempt: 1 });
  }
});
