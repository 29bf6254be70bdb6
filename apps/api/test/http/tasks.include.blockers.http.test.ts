import { TaskInContext } from '@crewboard/contracts';
import { expect, it } from 'vitest';
import { expectBody, useApi } from '../harness.ts';
import { expectInvalid } from '../support/log.ts';
import { calls, claimNext, done } from '../support/tasks.ts';
import { createWorld } from '../support/world.ts';

const api = useApi();

/** A task that waits for others, which are done with these results. */
async function taskAfter(results: (string | null)[]) {
  const world = await createWorld(api());
  const { team, ada } = world;
  const blockedBy: string[] = [];
  for (const [index, result] of results.entries()) {
    const id = await api().createTask(team, { title: `Blocker ${index}` });
    await done(calls(api()).complete(ada.token, id, { body: { result } }));
    blockedBy.push(id);
  }
  return { ...world, blockedBy, taskId: await api().createTask(team, { blockedBy, priority: 'high' }) };
}

const get = (token: string, taskId: string, include: string) =>
  api().request('GET', `/api/tasks/${taskId}?include=${include}`, { token });

it('get, claim and claim-next have what the task has waited for, with results, in the order of blockedBy', async () => {
  const { team, ada, bob, blockedBy, taskId } = await taskAfter(['one', null]);
  const expected = [
    { id: blockedBy[0], title: 'Blocker 0', status: 'done', result: 'one' },
    { id: blockedBy[1], title: 'Blocker 1', status: 'done', result: null },
  ];
  const read = expectBody(await get(team.apiKey, taskId, 'blockers'), 200, TaskInContext);
  expect(read.blockers).toEqual(expected);
  expect(read).not.toHaveProperty('instructions');
  const body = { include: 'blockers,instructions' };
  const claimed = expectBody(await calls(api()).claim(ada.token, taskId, { body }), 200, TaskInContext);
  expect(claimed).toMatchObject({ blockers: expected, instructions: null });
  await done(calls(api()).release(ada.token, taskId));
  const next = expectBody(await claimNext(api(), bob.token, team, body), 200, TaskInContext);
  expect(next).toMatchObject({ id: taskId, blockers: expected });
});

it('is empty for a task that waits for nothing', async () => {
  const { team, taskId } = await taskAfter([]);
  expect(expectBody(await get(team.apiKey, taskId, 'blockers'), 200, TaskInContext).blockers).toEqual([]);
});

it('cuts the longest results first, in whole characters, to 32 KiB in all', async () => {
  const { team, taskId } = await taskAfter(['short', '€'.repeat(20_000), 'x'.repeat(30_000)]);
  const { blockers } = expectBody(await get(team.apiKey, taskId, 'blockers'), 200, TaskInContext);
  const [short, euros, letters] = blockers ?? [];
  expect(short).toMatchObject({ result: 'short' });
  expect(short).not.toHaveProperty('truncated');
  for (const cut of [euros, letters]) expect(cut?.truncated).toBe(true);
  expect(euros?.result).toMatch(/^€+$/);
  const bytes = Buffer.byteLength(blockers?.map(({ title, result }) => title + result).join('') ?? '');
  expect(bytes).toBeLessThanOrEqual(32_768);
  expect(bytes).toBeGreaterThan(32_768 - 10);
});

it('cuts titles as well, where there are many long ones', async () => {
  const { team } = await createWorld(api());
  const blockedBy: string[] = [];
  for (let index = 0; index < 50; index += 1)
    blockedBy.push(await api().createTask(team, { title: '😀'.repeat(500) }));
  const taskId = await api().createTask(team, { blockedBy });
  const { blockers } = expectBody(await get(team.apiKey, taskId, 'blockers'), 200, TaskInContext);
  const bytes = Buffer.byteLength(blockers?.map(({ title }) => title).join('') ?? '');
  expect(bytes).toBeLessThanOrEqual(32_768);
  expect(bytes).toBeGreaterThan(32_768 - 50 * 4);
  for (const { title, truncated } of blockers ?? []) {
    expect(title).toMatch(/^(😀)+$/u);
    expect(truncated).toBe(true);
  }
});

it('is in minimal responses, as all that a request includes', async () => {
  const { team, ada } = await createWorld(api());
  const id = await api().createTask(team);
  const include = 'instructions,context,blockers,children,next';
  const headers = { Prefer: 'return=minimal' };
  const reply = await api().request('GET', `/api/tasks/${id}?include=${include}`, {
    token: ada.token,
    headers,
  });
  const claimed = await api().request('POST', `/api/tasks/${id}/claim`, {
    ...{ token: ada.token, headers },
    body: { include },
  });
  for (const each of [reply, claimed])
    expect(Object.keys(each.body as object)).toEqual(expect.arrayContaining(include.split(',')));
});

it.each(['secrets', 'blockers,', ',', 'blockers,secrets'])('rejects %s', async (include) => {
  const { team, taskId } = await taskAfter([]);
  await expectInvalid(api(), ['include'], () => get(team.apiKey, taskId, include));
});
