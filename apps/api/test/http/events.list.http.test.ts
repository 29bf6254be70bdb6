import { Event, EventType } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectBody, expectProblem, type Reply, useApi } from '../harness.ts';
import { allEvents, page } from '../log/support/page-poller.ts';
import { settle } from '../log/support/settle.ts';
import { checkEachInvalid, checkEachRejected } from '../support/check-each.ts';
import { record } from '../support/log.ts';
import { createPerson } from '../support/people.ts';
import { calls, situations, taskIn } from '../support/tasks.ts';
import { createWorld, rotateToken, unknownId, type World } from '../support/world.ts';

const api = useApi();
const Events = z.array(Event);

const list = async (world: World, parameters: Record<string, string> = {}, token = world.team.apiKey) => {
  await settle(api());
  return page(api(), world.team.teamId, token, parameters);
};
const eventsOf = (reply: Reply) => expectBody(reply, 200, Events);
const idsOf = (reply: Reply) => eventsOf(reply).map(({ id }) => id);

/** A world with events of many types. */
async function busyWorld(): Promise<World & { taskIds: string[] }> {
  const world = await createWorld(api());
  const taskIds: string[] = [];
  for (const situation of situations) taskIds.push(await taskIn(api(), world, situation));
  await api().createComment(world.team, taskIds[0] ?? '');
  await rotateToken(api(), world.team, world.bob.id);
  await createPerson(api(), world.team.teamId, 'viewer');
  return { ...world, taskIds };
}

describe('GET /api/teams/:teamId/events', () => {
  it('200: the events in the order of the log, the same page by page', async () => {
    const world = await busyWorld();
    const rows = (await api().events()).filter(
      ({ teamId, subjectType }) =>
        teamId === world.team.teamId && ['task', 'agent', 'project'].includes(subjectType),
    );
    const events = await allEvents(api(), world.team.teamId, world.team.apiKey);
    expect(events.length).toBeGreaterThanOrEqual(20);
    expect(
      events.map(({ id: _, createdAt: __, subject, actor, ...rest }) => ({
        ...rest,
        subjectType: subject.type,
        subjectId: subject.id,
        actorKind: actor.kind,
        actorId: actor.id,
      })),
    ).toEqual(rows);
    for (const limit of ['1', '2', '7']) {
      expect(await allEvents(api(), world.team.teamId, world.team.apiKey, { limit })).toEqual(events);
    }
    const times = events.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted());
    for (const time of times) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('200: shows the current name of the actor', async () => {
    const world = await busyWorld();
    const taskId = await taskIn(api(), world, 'held by Ada');
    await api().request('PATCH', `/api/agents/${world.ada.id}`, {
      token: world.team.apiKey,
      body: { name: 'Ada II' },
    });
    const [created, claimed] = eventsOf(await list(world, { taskId }));
    expect(created?.actor).toEqual({ kind: 'key', id: world.keyId, name: expect.any(String) });
    expect(claimed).toMatchObject({
      type: 'task.claimed',
      actor: { kind: 'agent', id: world.ada.id, name: 'Ada II' },
      changes: { status: { before: 'todo', after: 'in_progress' } },
      snapshot: { id: taskId, status: 'in_progress', assignedAgentId: world.ada.id },
    });
  });

  it('200: the cursor of a page is its last event, in X-Next-Cursor and in a Link that keeps the filters', async () => {
    const world = await busyWorld();
    const reply = await list(world, { limit: '2', type: 'task.created' });
    const ids = idsOf(reply);
    expect(ids).toHaveLength(2);
    expect(reply.headers.get('x-next-cursor')).toBe(ids[1]);
    const target = /^<([^>]+)>; rel="next"$/.exec(reply.headers.get('link') ?? '')?.[1] ?? '';
    const link = new URL(target, api().url);
    expect(Object.fromEntries(link.searchParams)).toEqual({
      limit: '2',
      type: 'task.created',
      cursor: ids[1],
    });
    const next = await api().request('GET', link.pathname + link.search, { token: world.team.apiKey });
    const all = await allEvents(api(), world.team.teamId, world.team.apiKey, { type: 'task.created' });
    expect([...ids, ...idsOf(next)]).toEqual(all.slice(0, 4).map(({ id }) => id));
  });

  it('200: no next page when the last one is exactly full, and an empty page after the last event', async () => {
    const world = await createWorld(api());
    const all = (await allEvents(api(), world.team.teamId, world.team.apiKey)).map(({ id }) => id);
    for (const [parameters, expected] of [
      [{ limit: String(all.length) }, all],
      [{ cursor: all.at(-1) ?? '' }, []],
    ] as const) {
      const reply = await list(world, parameters);
      expect(idsOf(reply)).toEqual(expected);
      expect(reply.headers.has('x-next-cursor')).toBe(false);
      expect(reply.headers.has('link')).toBe(false);
    }
  });

  it('200: returns 50 without a limit', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    for (let index = 0; index < 25; index += 1) {
      await calls(api()).move(world.team.apiKey, taskId, 'done');
      await calls(api()).move(world.team.apiKey, taskId, 'todo');
    }
    expect(idsOf(await list(world, { taskId }))).toHaveLength(50);
    expect(idsOf(await list(world, { taskId, limit: '100' }))).toHaveLength(51);
  });

  it('200: every type and every task, alone and together, and any event as cursor under any of them', async () => {
    const world = await busyWorld();
    const all = await allEvents(api(), world.team.teamId, world.team.apiKey);
    const middle = all[Math.floor(all.length / 2)]?.id ?? '';
    for (const type of [undefined, ...EventType.options]) {
      for (const taskId of [undefined, world.taskIds[0], world.taskIds.at(-1)]) {
        for (const cursor of [undefined, middle]) {
          const given = Object.entries({ type, taskId, cursor }).filter((entry): entry is [string, string] =>
            Boolean(entry[1]),
          );
          const parameters = { ...Object.fromEntries(given), limit: '100' };
          const reply = await page(api(), world.team.teamId, world.team.apiKey, parameters);
          const expected = all
            .slice(cursor ? all.findIndex(({ id }) => id === cursor) + 1 : 0)
            .filter((event) => !type || event.type === type)
            .filter((event) => !taskId || event.subject.id === taskId);
          expect(eventsOf(reply), JSON.stringify(given)).toEqual(expected);
        }
      }
    }
  });

  it('200: agents read events of tasks and agents, API keys also those of projects, and neither those of keys and members', async () => {
    const world = await busyWorld();
    const subjects = async (token: string) => {
      const events = await allEvents(api(), world.team.teamId, token);
      return [...new Set(events.map(({ type }) => type.slice(0, type.indexOf('.'))))].sort();
    };
    expect(await subjects(world.ada.token)).toEqual(['agent', 'task']);
    expect(await subjects(world.team.apiKey)).toEqual(['agent', 'project', 'task']);
    for (const type of ['project.created', 'api_key.created', 'member.added']) {
      expect(idsOf(await list(world, { type }, world.ada.token))).toEqual([]);
    }
    for (const type of ['api_key.created', 'member.added'])
      expect(idsOf(await list(world, { type }))).toEqual([]);
  });

  it('200: no event contains a token or a hash', async () => {
    const world = await busyWorld();
    const reply = await list(world, { limit: '100' });
    expect(reply.text).not.toContain(world.ada.token);
    expect(reply.text).not.toMatch(/cb_(team|agent)_[0-9A-Za-z]{30}|hash/i);
  });

  it.each([
    ['an unknown id', () => unknownId],
    ['what is no task, but an agent of the team', (world: World) => world.ada.id],
    ['what is no task, but the project of the team', (world: World) => world.team.projectId],
    ['a text that is no id', () => "' or true --"],
  ])('200: the filter taskId with %s returns an empty list', async (_, idOf) => {
    const world = await createWorld(api());
    expect(idsOf(await list(world, { taskId: idOf(world) }))).toEqual([]);
  });

  it('200: a task of another team returns an empty list, and another team sees no event of this team', async () => {
    const [ours, theirs] = [await busyWorld(), await createWorld(api())];
    expect(idsOf(await list(theirs, { taskId: ours.taskIds[0] ?? '' }))).toEqual([]);
    const seen = await allEvents(api(), theirs.team.teamId, theirs.team.apiKey);
    expect(new Set(seen.map(({ teamId }) => teamId))).toEqual(new Set([theirs.team.teamId]));
  });

  it('200: reading writes no event and changes nothing', async () => {
    const world = await busyWorld();
    const before = await api().stored();
    const { events } = await record(api(), () => list(world, { limit: '3' }, world.ada.token));
    expect(events).toEqual([]);
    expect(await api().stored()).toEqual(before);
  });

  const noPositions = [
    ...['', ' ', '00', '-1', '1-', '-', '1-2-3', '1--2', '-1-1', '1.0-1', '0x1-1', '1-1 ', '１-１', '1-1'],
    '1-1-0000000',
    '3-1-00000000',
    '0-0-00000000',
    '18446744073709551616-1-00000000',
    '1-9223372036854775808-00000000',
    '99999999999999999999-1-00000000',
    '18446744073709551615-9223372036854775807-ffffffff',
    unknownId,
    "1-1' or true --",
    'x'.repeat(101),
    'x'.repeat(5_000),
  ];
  const filters: Record<string, string>[] = [{}, { type: 'task.created' }, { taskId: unknownId, limit: '1' }];

  it.each(filters)('400: a cursor that is no position of this log, with the filters %j', async (more) => {
    const { team } = await createWorld(api());
    const cases = Object.fromEntries(noPositions.map((cursor) => [cursor, cursor]));
    await checkEachRejected(api(), cases, async (cursor) => {
      const reply = await page(api(), team.teamId, team.apiKey, { cursor, ...more });
      expectProblem(reply, 400, 'INVALID_CURSOR');
    });
  });

  it('400: invalid limits, with the range', async () => {
    const world = await createWorld(api());
    await checkEachInvalid(
      api(),
      [
        ...['0', '101', '-1', '1.5', '0x10', '1e1', '', ' 5', '+5', '٥', 'null', '99999999999999999999'].map(
          (value) => ['limit', value] as const,
        ),
      ],
      (field, value) => list(world, { [field]: String(value) }),
      ({ errors }) => expect(errors?.[0]?.message).toMatch(/\b1\b.*\b100\b/),
    );
  });

  it('400: unknown types; the error lists the known ones', async () => {
    const world = await createWorld(api());
    await checkEachInvalid(
      api(),
      [
        ...['task', 'task.*', 'TASK.CREATED', '', 'task.created,task.moved', 'task.created ', '*'].map(
          (value) => ['type', value] as const,
        ),
      ],
      (field, value) => list(world, { [field]: String(value) }),
      ({ errors }) => {
        for (const known of EventType.options) expect(errors?.[0]?.message).toContain(known);
      },
    );
  });

  it('400: parameters that are wrong, unknown or given twice', async () => {
    const { team } = await createWorld(api());
    await checkEachInvalid(
      api(),
      [
        ['type', 'type=task.created&type=task.moved'],
        ['taskId', 'taskId='],
        ['taskId', 'taskId=%00'],
        ['cursor', 'cursor=1-1&cursor=1-2'],
        ['lastEventId', 'lastEventId=1-1'],
        ['maxMissedEvents', 'maxMissedEvents=1'],
        ['subjectId', 'subjectId=x'],
        ['actorId', 'actorId=x'],
        ['Type', 'Type=task.created'],
        ['teamId', 'teamId=x'],
        ['__proto__', '__proto__=x'],
      ],
      (_field, value) =>
        api().request('GET', `/api/teams/${team.teamId}/events?${value}`, { token: team.apiKey }),
    );
  });

  it('200: lists an event of a type that a later version has written', async () => {
    const { team } = await createWorld(api());
    await api().db.pool.query(
      `insert into events (team_id, actor_kind, type, subject_type, subject_id, snapshot)
       values ($1, 'system', 'task.unheard_of', 'task', 'x', '{}')`,
      [team.teamId],
    );
    await expect
      .poll(async () => {
        const { status, body } = await api().request('GET', `/api/teams/${team.teamId}/events`, {
          token: team.apiKey,
        });
        return status === 200 && (body as { type: string }[]).some(({ type }) => type === 'task.unheard_of');
      })
      .toBe(true);
  });

  it('404: checks the team before the parameters and the cursor', async () => {
    const [ours, theirs] = [await createWorld(api()), await createWorld(api())];
    const wrong: Record<string, string>[] = [{ limit: '0' }, { cursor: 'x' }, { type: 'x' }];
    for (const parameters of wrong) {
      expectProblem(await list(theirs, parameters, ours.ada.token), 404, 'NOT_FOUND');
    }
  });
});
