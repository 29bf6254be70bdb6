import { Comment, Event } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectBody, useApi } from '../harness.ts';
import { signedIn } from '../log/support/people.ts';
import { settle } from '../log/support/settle.ts';
import { checkEachInvalid } from '../support/check-each.ts';
import { byAgent, byKey, eventRow, expectInvalid, expectRejected, record } from '../support/log.ts';
import { call } from '../support/people.ts';
import { calls, readTask, situations, taskIn } from '../support/tasks.ts';
import { createWorld, unknownId, type World } from '../support/world.ts';

const api = useApi();

const create = (token: string, taskId: string, body: unknown) =>
  api().request('POST', `/api/tasks/${taskId}/comments`, { token, body });

describe('POST /api/tasks/:taskId/comments', () => {
  it.each<[string, (world: World) => { token: string; kind: 'agent' | 'key'; id: string; name: string }]>([
    ['an agent', ({ ada }) => ({ token: ada.token, kind: 'agent', id: ada.id, name: 'Ada' })],
    [
      'a key',
      ({ team, keyId }) => ({
        token: team.apiKey,
        kind: 'key',
        id: keyId,
        name: expect.any(String) as string,
      }),
    ],
  ])(
    '201: %s comments; Location names the comment, and one event has it with the task',
    async (_, authorOf) => {
      const world = await createWorld(api());
      const { token, kind, id, name } = authorOf(world);
      const taskId = await taskIn(api(), world, 'held by Ada');
      const task = await readTask(api(), world, taskId);
      const { reply, events } = await record(api(), () => create(token, taskId, { body: ' **Hm** \n' }));
      const comment = expectBody(reply, 201, Comment);
      expect(comment).toEqual({
        id: expect.stringMatching(/^c[a-z0-9]{24}$/),
        taskId,
        body: ' **Hm** \n',
        author: { kind, id, name },
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      });
      const location = new URL(reply.headers.get('location') ?? '', api().url);
      const read = await api().request('GET', location.pathname, { token: world.bob.token });
      expect(expectBody(read, 200, Comment)).toEqual(comment);
      const { id: commentId, body, createdAt } = comment;
      expect(events).toEqual([
        eventRow({
          reply,
          world,
          actor: kind === 'agent' ? byAgent(world.ada) : byKey(world),
          type: 'task.commented',
          snapshot: task,
          changes: { comment: { before: null, after: { id: commentId, body, createdAt, number: 1 } } },
        }),
      ]);
      // The task itself is unchanged.
      expect(await readTask(api(), world, taskId)).toEqual(task);
    },
  );

  it.each(['owner', 'admin', 'member'] as const)('a member who is %s comments', async (role) => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    const { userId, session, team } = await signedIn(api(), world.team.teamId, role);
    const input = { taskId, body: 'From me' };
    const { data } = await call(api(), ['mutation', 'comments.create'], input, { session, team });
    expect(Comment.parse(data).author).toEqual({ kind: 'member', id: userId, name: `The ${role}` });
    expect((await api().events(taskId)).at(-1)).toMatchObject({
      type: 'task.commented',
      actorKind: 'member',
      actorId: userId,
    });
  });

  it('403: a viewer can read comments but not write them', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    const { session, team } = await signedIn(api(), world.team.teamId, 'viewer');
    const before = await api().stored();
    const input = { taskId, body: 'From me' };
    const { problem } = await call(api(), ['mutation', 'comments.create'], input, { session, team });
    expect(problem).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(await api().stored()).toEqual(before);
    const { data } = await call(api(), ['query', 'comments.list'], { taskId }, { session, team });
    expect(data).toEqual([]);
  });

  it.each(situations)('201: on a task that is: %s', async (situation) => {
    const world = await createWorld(api());
    const taskId = await taskIn(api(), world, situation);
    const before = await readTask(api(), world, taskId);
    for (const token of [world.bob.token, world.team.apiKey]) {
      expectBody(await create(token, taskId, { body: 'x' }), 201, Comment);
    }
    expect(await readTask(api(), world, taskId)).toEqual(before);
  });

  it.each([
    ['one character', 'x'],
    ['one that takes two code units', '🚀'],
    ['10,000 characters', 'x'.repeat(10_000)],
    ['10,000 that take two code units each', '🚀'.repeat(10_000)],
    ['what looks like HTML', '<script>alert(1)</script>'],
    ['lines and tabs', '\n\tx\r\n'],
  ])('201: %s, stored as sent', async (_, body) => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    const comment = expectBody(await create(world.ada.token, taskId, { body }), 201, Comment);
    expect(comment.body).toBe(body);
    await settle(api());
    const page = await api().request('GET', `/api/tasks/${taskId}/events`, { token: world.ada.token });
    const event = Event.parse((page.body as unknown[]).at(-1));
    expect(event.changes?.comment?.after).toMatchObject({ body });
  });

  it('400: invalid values of the field body', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    await checkEachInvalid(
      api(),
      [
        ...[
          ['none', undefined],
          ['null', null],
          ['an empty one', ''],
          ['blanks', ' \n\t\u00a0\u2003'],
          ['10,001 characters', 'x'.repeat(10_001)],
          ['10,001 that take two code units each', '🚀'.repeat(10_001)],
          ['one with NUL', 'a\0b'],
          ['one with a lone surrogate', '\ud800'],
          ['a number', 1],
          ['a list', ['x']],
        ].map(([, value]) => ['body', value] as const),
      ],
      (field, value) => create(world.ada.token, taskId, { [field]: value }),
    );
  });

  it('400: names fields that the caller may not write', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    const readOnly = { id: unknownId, author: {}, createdAt: null, updatedAt: null };
    await expectInvalid(api(), Object.keys(readOnly), () =>
      create(world.ada.token, taskId, { body: 'x', ...readOnly }),
    );
  });

  it('404: an id that is not a task', async () => {
    const world = await createWorld(api());
    for (const id of [world.ada.id, world.team.projectId, world.team.teamId]) {
      await expectRejected(api(), 404, 'NOT_FOUND', () => create(world.ada.token, id, { body: 'x' }));
    }
  });

  it('stores 50 concurrent comments during moves of the task, each with its event', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 5
          ? create(index % 2 ? world.ada.token : world.team.apiKey, taskId, { body: `${index}` })
          : calls(api()).move(world.team.apiKey, taskId, index % 2 ? 'todo' : 'done'),
      ),
    );
    for (const { status } of replies) expect([200, 201]).toContain(status);
    const events = (await api().events(taskId)).filter(({ type }) => type === 'task.commented');
    expect(events).toHaveLength(40);
  });
});
