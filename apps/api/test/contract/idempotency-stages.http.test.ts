import { expect, it } from 'vitest';
import { useApi } from '../harness.ts';
import { useCrews } from '../support/crew.ts';

const api = useApi();
const crews = useCrews(api);

const claimNext = (key: string, complete: { taskId: string; result: string }) => {
  const { team, agent } = crews.home;
  const headers = { 'Idempotency-Key': key };
  return api().request('POST', `/api/teams/${team.teamId}/tasks/claim-next`, {
    token: agent.token,
    body: { complete },
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
