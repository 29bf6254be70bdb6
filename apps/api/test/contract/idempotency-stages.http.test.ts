import { expect, it } from 'vitest';
import { useApi } from '../harness.ts';
import { waitUntilIdle } from '../support/claim-next.ts';
import { useCrews } from '../support/crew.ts';

const api = useApi();
const crews = useCrews(api);

type Finished = { taskId: string; result: string };

const claimNext = (key: string, complete: Finished, { on = api(), wait = 0 } = {}) => {
  const { team, agent } = crews.home;
  const headers = { 'Idempotency-Key': key };
  return on.request('POST', `/api/teams/${team.teamId}/tasks/claim-next`, {
    token: agent.token,
    body: { complete, wait },
    headers,
  });
};

// One transaction would get its position in the log with the completion, before the second task is locked.
it('completes and claims in two transactions, so that the log has each task in the order of its changes', async () => {
  const { team } = crews.home;
  const [taskId, nextId] = [await api().createTask(team), await api().createTask(team)];
  const { status, text } = await claimNext('two-commits', { taskId, result: 'Done' });
  expect(status, text).toBe(200);
  expect(JSON.parse(text)).toMatchObject({ id: nextId, attempt: 1 });
  const { rows } = await api().db.pool.query<{ type: string; xid: string }>(
    `select type, xid::text from events where subject_id = any($1) and type <> 'task.created' order by xid, id`,
    [[taskId, nextId]],
  );
  expect(rows.map(({ type }) => type)).toEqual(['task.completed', 'task.claimed']);
  expect(new Set(rows.map(({ xid }) => xid)).size).toBe(2);
  await api().request('POST', `/api/tasks/${nextId}/complete`, { token: crews.home.agent.token });
});

it('goes on with the claim when a request is repeated after a 204, without a second completion', async () => {
  const { team } = crews.home;
  const taskId = await api().createTask(team);
  const finished = { taskId, result: 'Done' };
  const first = await claimNext('nothing-left', finished);
  expect([first.status, first.headers.get('content-type')]).toEqual([204, null]);
  const nextId = await api().createTask(team);
  const repeated = await claimNext('nothing-left', finished);
  expect(JSON.parse(repeated.text)).toMatchObject({ id: nextId, status: 'in_progress' });
  const types = (await api().events(taskId)).map(({ type }) => type);
  expect(types).toEqual(['task.created', 'task.completed']);
});

it('a request that waits behind its completion and its repetition at another process claim one task', async () => {
  const { team, agent } = crews.home;
  const replica = await api().replica();
  try {
    for (let round = 0; round < 5; round += 1) {
      const taskId = await api().createTask(team);
      const [key, finished] = [`continued-${round}`, { taskId, result: 'Done' }];
      const waiting = claimNext(key, finished, { wait: 30 });
      await waitUntilIdle(api(), 1);
      const nextIds = [await replica.createTask(team), await replica.createTask(team)];
      const replies = await Promise.all([waiting, claimNext(key, finished, { on: replica, wait: 30 })]);
      expect(replies.map(({ status }) => status)).toEqual([200, 200]);
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
      expect(replies.filter(({ headers }) => headers.has('idempotency-replayed')).length).toBe(1);
      const claimed = await Promise.all(
        [taskId, ...nextIds].map(async (id) => (await api().events(id)).map(({ type }) => type)),
      );
      expect(claimed[0]).toEqual(['task.created', 'task.completed']);
      expect(claimed.slice(1).flat().toSorted()).toEqual(['task.claimed', 'task.created', 'task.created']);
      for (const id of nextIds) {
        await api().request('POST', `/api/tasks/${id}/complete`, { token: agent.token });
      }
    }
  } finally {
    await replica.close();
  }
});
