import { type includable, Task } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectBody, expectProblem, type Reply, useApi } from '../harness.ts';
import { checkEach, checkEachRejected } from '../support/check-each.ts';
import { leaseTo, onlyNotifiedSweeps } from '../support/leases.ts';
import { calls, claimNext, done, OfHolder, readTask } from '../support/tasks.ts';
import { createWorld, type World } from '../support/world.ts';

const api = useApi(onlyNotifiedSweeps);

/** The entity tag that a task has in its response. */
const tagOf = ({ version, leaseExpiresAt }: Task) =>
  leaseExpiresAt ? `"${version}-${Date.parse(leaseExpiresAt)}"` : `"${version}"`;

function expectTag(reply: Reply, status = 200): string {
  const tag = reply.headers.get('etag');
  expect(tag).toBe(tagOf(expectBody(reply, status, OfHolder.or(Task))));
  return String(tag);
}

async function worldWithTask() {
  const world = await createWorld(api());
  return { ...world, world, taskId: await api().createTask(world.team) };
}

const getIf = ({ team }: World, taskId: string, tag: string) =>
  api().request('GET', `/api/tasks/${taskId}`, { token: team.apiKey, headers: { 'If-None-Match': tag } });

describe('ETag', () => {
  it('is the version of the task, and the end of its lease, in every response with one task', async () => {
    const { team, ada, world } = await worldWithTask();
    const body = { title: 'A task', projectId: team.projectId };
    const created = await api().request('POST', `/api/teams/${team.teamId}/tasks`, {
      token: team.apiKey,
      body,
    });
    expect(expectTag(created, 201)).toBe('"1"');
    const taskId = (created.body as Task).id;
    const { get, update, claim, complete, heartbeat, move, release } = calls(api());
    expectTag(await get(team.apiKey, taskId));
    expect(expectTag(await update(team.apiKey, taskId, { title: 'B' }))).toBe('"2"');
    expect(expectTag(await claim(ada.token, taskId, { body: { leaseSeconds: 60 } }))).toMatch(/^"3-\d{13}"$/);
    expect(expectTag(await heartbeat(ada.token, taskId))).toMatch(/^"3-\d{13}"$/);
    expect(expectTag(await release(ada.token, taskId))).toBe('"4"');
    expect(expectTag(await move(team.apiKey, taskId, 'cancelled'))).toBe('"5"');
    await done(move(team.apiKey, taskId, 'todo'));
    expect(expectTag(await complete(ada.token, taskId))).toBe('"7"');
    expectTag(await claimNext(api(), ada.token, team, { leaseSeconds: 60 }));
    expect((await claimNext(api(), ada.token, world.team)).headers.get('etag')).toBeNull();
  });

  it('lists and errors have none', async () => {
    const { team, ada, taskId } = await worldWithTask();
    const list = await api().request('GET', `/api/teams/${team.teamId}/tasks`, { token: team.apiKey });
    const rejected = await calls(api()).heartbeat(ada.token, taskId);
    for (const reply of [list, rejected]) expect(reply.headers.get('etag')).toBeNull();
  });
});

describe('If-None-Match', () => {
  it('304 without a body while the task is unchanged', async () => {
    const { world, team, taskId } = await worldWithTask();
    const tag = expectTag(await calls(api()).get(team.apiKey, taskId));
    for (const value of [tag, `W/${tag}`, '*', `"x", ${tag}`, `"7",W/${tag} , "8"`]) {
      const reply = await getIf(world, taskId, value);
      expect(reply.status, value).toBe(304);
      expect(reply.text).toBe('');
      expect(reply.headers.get('etag')).toBe(tag);
      expect(reply.headers.get('x-request-id')).toBeTruthy();
    }
  });

  it('304 to HEAD as to GET', async () => {
    const { team, taskId } = await worldWithTask();
    const path = `/api/tasks/${taskId}`;
    const headers = { 'If-None-Match': '"1"' };
    expect((await api().request('HEAD', path, { token: team.apiKey, headers })).status).toBe(304);
  });

  it('200: another version and what is no tag match nothing', async () => {
    const { world, taskId } = await worldWithTask();
    const values = ['"99"', '1', 'W/', '"1', '1"', '""', ',', '"1-5"', '"01"', '"1 "', 'w/"1"'];
    await checkEach(Object.fromEntries(values.map((value) => [value, value])), async (value) => {
      expectTag(await getIf(world, taskId, value));
    });
  });

  it('200 after a change and after a heartbeat', async () => {
    const { world, ada, taskId } = await worldWithTask();
    const leased = await leaseTo(api(), ada, taskId);
    expect((await getIf(world, taskId, tagOf(leased))).status).toBe(304);
    expect((await getIf(world, taskId, `"${leased.version}"`)).status).toBe(200);
    await api().owner.query(
      `update tasks set (lease_expires_at, check_at) = (select at, at from (select now() + interval '10 minutes' as at) as time) where id = $1`,
      [taskId],
    );
    await done(calls(api()).heartbeat(ada.token, taskId));
    expect((await getIf(world, taskId, tagOf(leased))).status).toBe(200);
  });

  it('200 with what the request includes, which changes without the task', async () => {
    const { team, ada, bob, taskId } = await worldWithTask();
    const changes: Record<(typeof includable)[number], () => Promise<Reply>> = {
      instructions: () =>
        api().request('PATCH', `/api/projects/${team.projectId}`, {
          token: team.apiKey,
          body: { instructions: 'Read me' },
        }),
      context: () =>
        api().request('POST', `/api/tasks/${taskId}/comments`, {
          token: bob.token,
          body: { body: 'Mind the gap' },
        }),
      children: () =>
        api().request('POST', `/api/teams/${team.teamId}/tasks`, {
          token: team.apiKey,
          body: { projectId: team.projectId, title: 'Part', parentId: taskId },
        }),
      next: () =>
        api().request('POST', `/api/teams/${team.teamId}/pause`, {
          token: team.apiKey,
          body: { reason: 'Wait' },
        }),
      blockers: () => calls(api()).get(team.apiKey, taskId),
    };
    for (const [name, change] of Object.entries(changes)) {
      const path = `/api/tasks/${taskId}?include=${name}`;
      const before = await api().request('GET', path, { token: ada.token });
      const etag = String(before.headers.get('etag'));
      expect((await change()).status, name).toBeLessThan(300);
      const after = await api().request('GET', path, {
        token: ada.token,
        headers: { 'If-None-Match': etag },
      });
      expect(after.status, name).toBe(200);
      if (name !== 'blockers') expect(after.body, name).not.toEqual(before.body);
    }
  });

  it('200 to a change, also to one that leaves the task as it is', async () => {
    const { team, taskId } = await worldWithTask();
    const extra = { token: team.apiKey, body: { priority: 'normal' }, headers: { 'If-None-Match': '"1"' } };
    expect(expectTag(await api().request('PATCH', `/api/tasks/${taskId}`, extra))).toBe('"1"');
  });

  it('404 and 401 come first', async () => {
    const { world } = await worldWithTask();
    expectProblem(await getIf(world, 'unknown', '*'), 404, 'NOT_FOUND');
    const headers = { 'If-None-Match': '*' };
    expectProblem(await api().request('GET', '/api/tasks/x', { headers }), 401, 'UNAUTHENTICATED');
  });
});

type Change = { name: string; send: (world: World, taskId: string, ifMatch: string) => Promise<Reply> };
const send = (token: string, method: string, path: string, body: unknown, ifMatch: string) =>
  api().request(method, path, { token, body, headers: { 'If-Match': ifMatch } });

const changes: Change[] = [
  {
    name: 'update',
    send: ({ team }, id, tag) => send(team.apiKey, 'PATCH', `/api/tasks/${id}`, { title: 'B' }, tag),
  },
  {
    name: 'move',
    send: ({ team }, id, tag) => send(team.apiKey, 'POST', `/api/tasks/${id}/move`, { status: 'done' }, tag),
  },
  {
    name: 'claim',
    send: ({ ada }, id, tag) => send(ada.token, 'POST', `/api/tasks/${id}/claim`, { leaseSeconds: 60 }, tag),
  },
  {
    name: 'complete',
    send: ({ ada }, id, tag) => send(ada.token, 'POST', `/api/tasks/${id}/complete`, { result: 'R' }, tag),
  },
];

describe.each([
  ...changes,
  {
    name: 'release',
    send: ({ team }, id, tag) => send(team.apiKey, 'POST', `/api/tasks/${id}/release`, {}, tag),
  },
] satisfies Change[])('If-Match on $name', ({ name, send }) => {
  /** A task of version 2 that permits the change. */
  async function prepared() {
    const { world, team, taskId } = await worldWithTask();
    if (name === 'release') await done(calls(api()).move(team.apiKey, taskId, 'in_progress'));
    else await done(calls(api()).update(team.apiKey, taskId, { priority: 'high' }));
    return { world, taskId };
  }

  // All operations read the header in the same way: the whole lists against one of them.
  const one = name === 'update';

  it.each(one ? ['"2"', 'W/"2"', '*', '"2-1790000000000"', '"7", "2"', '"7",W/"2" , "9"'] : ['"2"'])(
    '200: %s matches version 2',
    async (value) => {
      const { world, taskId } = await prepared();
      expect(expectBody(await send(world, taskId, value), 200, Task).version).toBe(3);
    },
  );

  const ofOtherVersions = ['"1"', '"3"'];
  const malformed = [
    '2',
    '"2',
    '""',
    ',',
    '"02"',
    '"2x"',
    '"-2"',
    '"2-"',
    '"2-x"',
    '"99999999999999999999"',
    'x',
  ];
  it('412: another version and what is no tag do not, and nothing changes', async () => {
    const { world, taskId } = await prepared();
    const values = [...ofOtherVersions, ...(one ? malformed : [])];
    await checkEachRejected(
      api(),
      Object.fromEntries(values.map((value) => [value, value])),
      async (value) => {
        const problem = expectProblem(await send(world, taskId, value), 412, 'PRECONDITION_FAILED');
        expect(problem.detail).not.toMatch(/undefined|NaN/);
      },
    );
  });

  it('404 comes before 412', async () => {
    const { world } = await prepared();
    expectProblem(await send(world, 'unknown', '"1"'), 404, 'NOT_FOUND');
  });
});

describe('If-Match', () => {
  it('of the version before a heartbeat matches', async () => {
    const { ada, taskId } = await worldWithTask();
    const leased = await leaseTo(api(), ada, taskId);
    await done(calls(api()).heartbeat(ada.token, taskId));
    const reply = await send(ada.token, 'POST', `/api/tasks/${taskId}/complete`, {}, tagOf(leased));
    expect(expectBody(reply, 200, Task).status).toBe('done');
  });

  it('of the version that was completed does not reject the same completion sent again', async () => {
    const { ada, taskId } = await worldWithTask();
    const replies = await Promise.all(
      [1, 2].map(() => send(ada.token, 'POST', `/api/tasks/${taskId}/complete`, { result: 'R' }, '"1"')),
    );
    for (const reply of replies) expect(expectBody(reply, 200, Task).version).toBe(2);
  });

  it('of 20 updates at once with the same version one succeeds', async () => {
    const { world, team, taskId } = await worldWithTask();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        send(team.apiKey, 'PATCH', `/api/tasks/${taskId}`, { title: `Title ${index}` }, '"1"'),
      ),
    );
    const accepted = replies.filter(({ status }) => status === 200);
    expect(accepted).toHaveLength(1);
    for (const reply of replies.filter(({ status }) => status !== 200))
      expectProblem(reply, 412, 'PRECONDITION_FAILED');
    expect(await readTask(api(), world, taskId)).toEqual(accepted[0]?.body);
  });

  it('15 KB of anything match nothing', async () => {
    const { world, taskId } = await worldWithTask();
    const values = Object.fromEntries([
      ['commas', ','.repeat(15_000)],
      ['quotes', '"'.repeat(15_000)],
      ['blanks', `${' '.repeat(7_000)}"7"${' '.repeat(7_000)}x`],
      ['digits', `"${'1'.repeat(14_000)}"`],
      ['hyphens', `"1${'-'.repeat(14_000)}"`],
      ['weak prefixes', 'W/'.repeat(7_000)],
      ['tags', '"7",'.repeat(3_500)],
    ]);
    await checkEachRejected(api(), values, async (value) => {
      const update = { title: 'B' };
      const reply = await send(world.team.apiKey, 'PATCH', `/api/tasks/${taskId}`, update, value);
      expectProblem(reply, 412, 'PRECONDITION_FAILED');
      expectTag(await getIf(world, taskId, value));
    });
  });
});
