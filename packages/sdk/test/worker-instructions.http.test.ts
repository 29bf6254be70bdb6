import { expect, it } from 'vitest';
import { useApi } from '../../../apps/api/test/harness.ts';
import { createWorld } from '../../../apps/api/test/support/world.ts';
import { createClient } from '../src/index.ts';
import { startWorker } from './support/worker-log.ts';

const api = useApi();

it('a task whose claim is lost while its instructions are read takes no other task of the project along', async () => {
  const { team, ada } = await createWorld(api());
  const manager = createClient({ url: api().url, token: team.apiKey });
  const ids = [await api().createTask(team), await api().createTask(team)];
  let reader: string | undefined;
  const [isRead, isLost] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const client = createClient({
    url: api().url,
    token: ada.token,
    async fetch(...args) {
      if (String(args[0]).includes('include=instructions')) {
        reader ??= /tasks\/(\w+)/.exec(String(args[0]))?.[1];
        await isRead.promise;
      }
      const response = await fetch(...args);
      if (String(args[0]).endsWith(`${reader}/heartbeat`) && response.status === 409) isLost.resolve();
      return response;
    },
  });
  const { worker, until } = startWorker({
    client,
    handler: async () => 'R',
    concurrency: 2,
    heartbeatSeconds: 0.1,
  });
  await until('claimed', 2);
  await expect.poll(() => reader).toBeTruthy();
  await manager.tasks.move({ taskId: reader as string, status: 'cancelled' });
  await isLost.promise;
  isRead.resolve();
  await until('completed');
  await worker.stop();
  const other = ids.find((id) => id !== reader) as string;
  const attempts = await manager.tasks.attempts({ taskId: other });
  expect(attempts.map(({ outcome }) => outcome)).toEqual(['completed']);
});

it('the handler has the results of the tasks that had to be done before, also in a response that was kept', async () => {
  const { team, ada } = await createWorld(api());
  const first = await api().createTask(team, { title: 'Write' });
  const second = await api().createTask(team, { title: 'Check', blockedBy: [first] });
  let isLost = false;
  const client = createClient({
    url: api().url,
    token: ada.token,
    async fetch(...args) {
      const response = await fetch(...args);
      if (isLost || !String(args[1]?.body).includes(`"taskId":"${first}"`)) return response;
      isLost = true;
      throw new TypeError('The connection was lost.');
    },
  });
  const { worker, until } = startWorker({
    client,
    handler: async ({ title }, { blockers }) =>
      [title, ...blockers.map(({ id, status, result }) => `${id} ${status} ${result}`)].join(': '),
  });
  await until('completed', 2);
  await worker.stop();
  expect(isLost).toBe(true);
  const manager = createClient({ url: api().url, token: team.apiKey });
  expect((await manager.tasks.get({ taskId: second })).result).toBe(`Check: ${first} done Write`);
});
