import { addressKey, readTrustProxy } from '@crewboard/client-address';
import { expect, it } from 'vitest';
import { expectProblem, type Reply } from '../harness.ts';
import { waitUntilIdle } from '../support/claim-next.ts';
import { claimNextQuery, interceptQuery } from '../support/intercept-query.ts';
import { tokenLookUp } from '../support/record-queries.ts';
import { works } from '../support/tokens.ts';
import { httpRequest, Wire } from '../support/wire.ts';
import { rotateToken, setAgentStatus, unknownId } from '../support/world.ts';
import { useLimitedApi } from './support/limited-api.ts';

// Tokens that end before or during requests whose statements check them.

const trustProxy = readTrustProxy('true');
const { api, callers } = useLimitedApi({ rateLimitPerMinute: 600, trustProxy });

const post = (path: string, body: object, headers = {}): Promise<Reply> =>
  api().request('POST', path, { token: callers.agent.token, body, headers });
const claim = (taskId: string) => post(`/api/tasks/${taskId}/claim`, {});
const queue = () => `/api/teams/${callers.team.teamId}/tasks/claim-next`;

async function useToken(): Promise<string> {
  expect(await works(api(), callers.agent.token)).toBe(true);
  return api().createTask(callers.team);
}

const remaining = () => api().app.limits.credentials?.peek(`agent:${callers.agent.id}`).remaining;

const rotate = () => rotateToken(api(), callers.team, callers.agent.id);

async function statusOf(taskId: string): Promise<string | undefined> {
  const { rows } = await api().db.pool.query<{ status: string }>('select status from tasks where id = $1', [
    taskId,
  ]);
  return rows[0]?.status;
}

const around = (matching: RegExp, during: (send: () => unknown) => Promise<unknown>) =>
  interceptQuery(api().db, matching, during);

const lost = () => new Error('Connection terminated unexpectedly');

it('takes nothing from the requests of the token that replaced it, in a burst of 300', async () => {
  const taskId = await useToken();
  expect(await works(api(), await rotate())).toBe(true);
  const before = remaining();
  const headers: [string, string][] = [['Content-Type', 'application/json']];
  const { token } = callers.agent;
  const request = httpRequest('POST', `/api/tasks/${taskId}/claim`, { token, headers, body: '{}' });
  const wire = await Wire.open(api().url);
  wire.send(Buffer.concat(Array.from({ length: 300 }, () => request)));
  const statuses = new Set<number>();
  for (let count = 0; count < 300; count += 1) statuses.add((await wire.reply()).status);
  wire.close();
  // The address has 120 failures a minute.
  expect([...statuses].sort()).toEqual([401, 429]);
  expect(remaining()).toBe(before);
});

it('takes a request when the database cannot tell whether it has ended', async () => {
  await useToken();
  const before = remaining() ?? 0;
  around(tokenLookUp, async () => {
    throw lost();
  });
  expectProblem(await claim(unknownId), 503, 'UNAVAILABLE');
  expect(remaining()).toBe(before - 1);
});

it('counts as one failure when it ends while its request waits', async () => {
  await useToken();
  await api().db.pool.query('delete from tasks where team_id = $1', [callers.team.teamId]);
  const address = '192.0.2.77';
  const reply = post(queue(), { wait: 30 }, { 'X-Forwarded-For': address });
  await waitUntilIdle(api(), 1);
  await rotate();
  await api().createTask(callers.team);
  expectProblem(await reply, 401, 'UNAUTHENTICATED');
  expect(api().app.limits.addresses?.peek(addressKey(address)).remaining).toBe(119);
});

it('is not active any more when the wait of its request ends', async () => {
  await useToken();
  // A process that stops ends the wait when the test wants it.
  const replica = await api().replica();
  const { token } = callers.agent;
  expect(await works(replica, token)).toBe(true);
  const reply = replica.request('POST', queue(), { token, body: { wait: 30, priority: 'high' } });
  await waitUntilIdle(replica, 1);
  await setAgentStatus(api(), callers.team, callers.agent.id, 'inactive');
  for (const { activity } of [api(), replica]) await activity.flush();
  await api().db.pool.query('update agents set last_active_at = null where id = $1', [callers.agent.id]);
  // Writes the activity as well.
  const closing = replica.close();
  expect((await reply).status).toBe(204);
  await closing;
  const { rows } = await api().db.pool.query('select last_active_at from agents where id = $1', [
    callers.agent.id,
  ]);
  expect(rows).toEqual([{ last_active_at: null }]);
});

it('gets 503 for a claim whose result was lost, as nobody knows whether it was made', async () => {
  const taskId = await useToken();
  around(/update tasks set/, async (send) => {
    await send();
    await rotate();
    throw lost();
  });
  expectProblem(await claim(taskId), 503, 'UNAVAILABLE');
  expect(await statusOf(taskId)).toBe('in_progress');
});

it('gets 503 for a lost claim-next after its completion', async () => {
  const taskId = await useToken();
  expect((await claim(taskId)).status).toBe(200);
  around(claimNextQuery, async () => {
    await rotate();
    throw lost();
  });
  expectProblem(await post(queue(), { complete: { taskId } }), 503, 'UNAVAILABLE');
  expect(await statusOf(taskId)).toBe('done');
});

it('claims with what its completion has checked', async () => {
  const taskId = await useToken();
  const next = await api().createTask(callers.team);
  expect((await claim(taskId)).status).toBe(200);
  around(claimNextQuery, async (send) => {
    await rotate();
    return send();
  });
  const reply = await post(queue(), { complete: { taskId } });
  expect([reply.status, await statusOf(taskId), await statusOf(next)]).toEqual([200, 'done', 'in_progress']);
});

it.each(['claim', 'claim-next', 'complete'])(
  'goes on to the end of a %s whose token the reading has found valid',
  async (operation) => {
    await useToken();
    await api().db.pool.query('delete from tasks where team_id = $1', [callers.team.teamId]);
    // Its large text is read in a statement of its own.
    const taskId = await api().createTask(callers.team, { description: 'x'.repeat(5_000) });
    if (operation === 'complete') expect((await claim(taskId)).status).toBe(200);
    around(/as "readAt"/, async (send) => {
      const result = await send();
      await rotate();
      return result;
    });
    const path = operation === 'claim-next' ? queue() : `/api/tasks/${taskId}/${operation}`;
    expect((await post(path, {})).status).toBe(200);
    expect(await statusOf(taskId)).toBe(operation === 'complete' ? 'done' : 'in_progress');
    expectProblem(await post(path, {}), 401, 'UNAUTHENTICATED');
  },
);
