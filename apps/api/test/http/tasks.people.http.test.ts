import { Person, Task } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectBody, useApi } from '../harness.ts';
import { type SignedIn, signedIn } from '../log/support/people.ts';
import { waitUntilIdle } from '../support/claim-next.ts';
import { expectInvalid, expectRejected } from '../support/log.ts';
import { call } from '../support/people.ts';
import { sweep } from '../support/sweep.ts';
import { calls, claimNext, done, readTask } from '../support/tasks.ts';
import { createWorld, unknownId } from '../support/world.ts';

const api = useApi();

/** A world with a person of its team, and a task. */
async function worldWithPerson(fields: Record<string, unknown> = {}) {
  const world = await createWorld(api());
  const { team } = world;
  const person = await signedIn(api(), team.teamId, 'member');
  const taskId = await api().createTask(team, fields);
  const assign = (body: Record<string, unknown>) => calls(api()).update(team.apiKey, taskId, body);
  const read = () => readTask(api(), world, taskId);
  return { ...world, person, taskId, assign, read };
}

const as = (person: SignedIn, procedure: string, input: object) =>
  call(api(), ['mutation', procedure], input, { session: person.session, team: person.team });

describe('a task of a person', () => {
  it('is created for them, in todo and in no queue', async () => {
    const { team, person, ada } = await worldWithPerson();
    const body = { title: 'Call the customer', projectId: team.projectId, assignedMemberId: person.userId };
    const reply = await api().request('POST', `/api/teams/${team.teamId}/tasks`, {
      token: team.apiKey,
      body,
    });
    const task = expectBody(reply, 201, Task);
    expect(task).toMatchObject({
      ...{ status: 'todo', assignedAgentId: null, assignedMemberId: person.userId },
    });
    // The other task of the world is for everybody; then there is none.
    expect((await claimNext(api(), ada.token, team)).status).toBe(200);
    expect((await claimNext(api(), ada.token, team)).status).toBe(204);
  });

  it('is no agent’s: claim, complete, move and update are rejected, and the holder is nobody', async () => {
    const { person, ada, taskId, assign } = await worldWithPerson();
    expectBody(await assign({ assignedMemberId: person.userId }), 200, Task);
    const { claim, complete, move, update } = calls(api());
    for (const request of [
      () => claim(ada.token, taskId),
      () => complete(ada.token, taskId),
      () => move(ada.token, taskId, 'in_progress'),
      () => move(ada.token, taskId, 'done'),
      () => update(ada.token, taskId, { title: 'Mine' }),
    ]) {
      const problem = await expectRejected(api(), 409, 'TASK_ASSIGNED_TO_OTHER', request);
      expect(problem).toMatchObject({ heldByCaller: false, assignedAgentId: null, heldSince: null });
      expect(problem.detail).toBe('The task is assigned to a person.');
    }
  });

  it('400: one body names an agent and a person, somebody else, or a person of another team', async () => {
    const { person, ada, team, taskId, assign } = await worldWithPerson();
    const stranger = await signedIn(api(), (await api().createTeam()).teamId, 'member');
    const both = { assignedAgentId: ada.id, assignedMemberId: person.userId };
    const create = (fields: object) =>
      api().request('POST', `/api/teams/${team.teamId}/tasks`, {
        ...{ token: team.apiKey, body: { title: 'T', projectId: team.projectId, ...fields } },
      });
    for (const send of [assign, create]) {
      await expectInvalid(api(), ['assignedMemberId'], () => send(both));
      for (const assignedMemberId of [stranger.userId, unknownId, ada.id])
        await expectInvalid(api(), ['assignedMemberId'], () => send({ assignedMemberId }));
    }
    expect((await calls(api()).get(team.apiKey, taskId)).body).toMatchObject({ assignedMemberId: null });
    // A null beside the other says nothing.
    expectBody(await assign({ assignedAgentId: null, assignedMemberId: person.userId }), 200, Task);
  });

  it('403: an agent assigns nobody', async () => {
    const { person, ada, taskId } = await worldWithPerson();
    await expectRejected(api(), 403, 'FORBIDDEN', () =>
      calls(api()).update(ada.token, taskId, { assignedMemberId: person.userId }),
    );
  });

  it('takes the place of an agent, whose claim ends, and gives it back', async () => {
    const { person, ada, taskId, assign, read } = await worldWithPerson();
    await done(calls(api()).claim(ada.token, taskId, { body: { leaseSeconds: 60 } }));
    const taken = expectBody(await assign({ assignedMemberId: person.userId }), 200, Task);
    expect(taken).toMatchObject({
      ...{ status: 'in_progress', assignedAgentId: null, assignedMemberId: person.userId, attempt: 1 },
      leaseExpiresAt: null,
    });
    await expectRejected(api(), 409, 'TASK_ASSIGNED_TO_OTHER', () =>
      calls(api()).complete(ada.token, taskId),
    );
    await expectRejected(api(), 409, 'STALE_CLAIM', () =>
      calls(api()).complete(ada.token, taskId, { body: { attempt: 1 } }),
    );
    const { detail } = await expectRejected(api(), 409, 'NOT_CLAIM_HOLDER', () =>
      calls(api()).heartbeat(ada.token, taskId),
    );
    expect(detail).toBe('The task is in_progress and assigned to a person, and no agent holds it.');
    const back = expectBody(await assign({ assignedAgentId: ada.id }), 200, Task);
    expect(back).toMatchObject({ assignedAgentId: ada.id, assignedMemberId: null, attempt: 2 });
    expectBody(await calls(api()).complete(ada.token, taskId), 200, Task);
    expect(await read()).toMatchObject({ status: 'done', assignedAgentId: ada.id, assignedMemberId: null });
    await expectRejected(api(), 409, 'TASK_ALREADY_COMPLETED', () =>
      assign({ assignedMemberId: person.userId }),
    );
  });

  it('wakes an agent that waits, once it is nobody’s again', async () => {
    const { person, ada, team, taskId, assign } = await worldWithPerson();
    expectBody(await assign({ assignedMemberId: person.userId }), 200, Task);
    const waiting = claimNext(api(), ada.token, team, { wait: 30 });
    await waitUntilIdle(api(), 1);
    expectBody(await assign({ assignedMemberId: null }), 200, Task);
    expect(expectBody(await waiting, 200, Task).id).toBe(taskId);
  });
});

describe('a person who moves a task', () => {
  it('to in progress takes it if it is nobody’s; a key leaves it unassigned', async () => {
    const { person, ada, team, taskId, read } = await worldWithPerson();
    const move = (status: string) => as(person, 'tasks.move', { taskId, status });
    expect(await move('in_progress')).toMatchObject({ status: 200 });
    expect(await read()).toMatchObject({
      status: 'in_progress',
      assignedMemberId: person.userId,
      attempt: 0,
    });
    await expectRejected(api(), 409, 'TASK_ASSIGNED_TO_OTHER', () => calls(api()).claim(ada.token, taskId));
    expect(await move('todo')).toMatchObject({ status: 200 });
    expect(await read()).toMatchObject({ status: 'todo', assignedMemberId: person.userId });
    const other = await api().createTask(team);
    expect(await done(calls(api()).move(team.apiKey, other, 'in_progress'))).toMatchObject({
      ...{ assignedAgentId: null, assignedMemberId: null },
    });
  });

  it('leaves it to the agent or the person that is assigned', async () => {
    const { person, ada, team, taskId, read } = await worldWithPerson();
    const colleague = await signedIn(api(), team.teamId, 'member');
    await as(colleague, 'tasks.update', { taskId, assignedMemberId: colleague.userId });
    await as(person, 'tasks.move', { taskId, status: 'in_progress' });
    expect(await read()).toMatchObject({ assignedMemberId: colleague.userId });
    const ofAgent = await api().createTask(team, { assignedAgentId: ada.id });
    await as(person, 'tasks.move', { taskId: ofAgent, status: 'in_progress' });
    expect((await calls(api()).get(team.apiKey, ofAgent)).body).toMatchObject({
      ...{ assignedAgentId: ada.id, assignedMemberId: null, attempt: 1 },
    });
  });

  it('is the only one who gets it, of eight people and eight agents at once', async () => {
    const { team } = await createWorld(api());
    const people = await Promise.all(Array.from({ length: 8 }, () => signedIn(api(), team.teamId, 'member')));
    const agents = await Promise.all(
      Array.from({ length: 8 }, (_, n) => api().createAgent(team, `Agent ${n}`)),
    );
    for (let round = 0; round < 5; round += 1) {
      const taskId = await api().createTask(team);
      const [, claims] = await Promise.all([
        Promise.all(people.map((person) => as(person, 'tasks.move', { taskId, status: 'in_progress' }))),
        Promise.all(agents.map(({ token }) => calls(api()).claim(token, taskId))),
      ]);
      const task = Task.parse((await calls(api()).get(team.apiKey, taskId)).body);
      const winners = claims.filter(({ status }) => status === 200).length;
      expect(task.status).toBe('in_progress');
      expect(winners).toBe(task.assignedAgentId ? 1 : 0);
      expect([task.assignedAgentId, task.assignedMemberId].filter(Boolean)).toHaveLength(1);
    }
  });
});

describe('a person who leaves the team', () => {
  it('loses the open tasks within a round of the sweeper, and keeps the closed ones', async () => {
    const { person, team } = await worldWithPerson();
    const { move } = calls(api());
    const assignedTo = { assignedMemberId: person.userId };
    const open = await api().createTask(team, assignedTo);
    const running = await api().createTask(team, assignedTo);
    const closed = await api().createTask(team, assignedTo);
    await done(move(team.apiKey, running, 'in_progress'));
    await done(move(team.apiKey, closed, 'done'));
    await as(person, 'members.leave', { teamId: team.teamId });
    await sweep(api().db, api().app.taskArrivals);
    const read = async (id: string) => Task.parse((await calls(api()).get(team.apiKey, id)).body);
    expect(await read(open)).toMatchObject({ status: 'todo', assignedMemberId: null });
    expect(await read(running)).toMatchObject({ status: 'in_progress', assignedMemberId: null });
    expect(await read(closed)).toMatchObject({ status: 'done', ...assignedTo });
    const events = (await api().events(open)).filter(({ type }) => type === 'task.updated');
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ actorKind: 'system' });
  });

  it('has no closed task any more once it is open again, however long ago they left', async () => {
    const { person, team, ada } = await worldWithPerson();
    const colleague = await signedIn(api(), team.teamId, 'member');
    const { move } = calls(api());
    const [reopened, goesOn, recalled, moved] = (await Promise.all(
      Array.from({ length: 4 }, () => api().createTask(team, { assignedMemberId: person.userId })),
    )) as [string, string, string, string];
    for (const id of [reopened, goesOn, recalled, moved]) await done(move(team.apiKey, id, 'done'));
    expect(await done(move(team.apiKey, recalled, 'todo'))).toMatchObject({
      assignedMemberId: person.userId,
    });
    await done(move(team.apiKey, recalled, 'cancelled'));
    await as(person, 'members.leave', { teamId: team.teamId });
    await api().db.pool.query('delete from departed_members where team_id = $1', [team.teamId]);
    expect(await done(move(team.apiKey, moved, 'cancelled'))).toMatchObject({
      assignedMemberId: person.userId,
    });
    for (const id of [reopened, recalled]) {
      expect(await done(move(team.apiKey, id, 'todo'))).toMatchObject({ assignedMemberId: null });
      const changes = { status: {}, assignedMemberId: { before: person.userId, after: null } };
      expect((await api().events(id)).at(-1)).toMatchObject({ type: 'task.moved', changes });
      expectBody(await calls(api()).claim(ada.token, id), 200, Task);
    }
    await as(colleague, 'tasks.move', { taskId: goesOn, status: 'in_progress' });
    const read = Task.parse((await calls(api()).get(team.apiKey, goesOn)).body);
    expect(read).toMatchObject({ status: 'in_progress', assignedMemberId: colleague.userId });
  });

  it('keeps what is assigned after joining again, and is forgotten after a minute', async () => {
    const { person, team, taskId, assign, read } = await worldWithPerson();
    await as(person, 'members.leave', { teamId: team.teamId });
    await api().db.pool.query(`insert into members (team_id, user_id, role) values ($1, $2, 'member')`, [
      ...[team.teamId, person.userId],
    ]);
    expectBody(await assign({ assignedMemberId: person.userId }), 200, Task);
    await sweep(api().db, api().app.taskArrivals);
    expect(await read()).toMatchObject({ id: taskId, assignedMemberId: person.userId });
    const ofTeam = [team.teamId];
    await api().db.pool.query(
      `update departed_members set left_at = now() - interval '61 seconds' where team_id = $1`,
      ofTeam,
    );
    await sweep(api().db, api().app.taskArrivals);
    const { rows } = await api().db.pool.query('select from departed_members where team_id = $1', ofTeam);
    expect(rows).toHaveLength(0);
  });
});

describe('GET /api/teams/:teamId/members', () => {
  it('200: id and name of each for keys and agents, by name and in pages', async () => {
    const { team, ada, person } = await worldWithPerson();
    const owner = await signedIn(api(), team.teamId, 'owner');
    const path = `/api/teams/${team.teamId}/members`;
    for (const token of [team.apiKey, ada.token]) {
      const people = expectBody(await api().request('GET', path, { token }), 200, z.array(Person));
      expect(people).toEqual([
        { id: person.userId, name: 'The member' },
        { id: owner.userId, name: 'The owner' },
      ]);
      const first = await api().request('GET', `${path}?limit=1`, { token });
      const cursor = first.headers.get('x-next-cursor');
      const second = await api().request('GET', `${path}?limit=1&cursor=${cursor}`, { token });
      expect([first.body, second.body].flat()).toEqual(people);
      expect(second.headers.get('x-next-cursor')).toBeNull();
      await expectRejected(api(), 400, 'INVALID_CURSOR', () =>
        api().request('GET', `${path}?cursor=x`, { token }),
      );
    }
  });

  it('lists the tasks of one person with memberId', async () => {
    const { team, person } = await worldWithPerson();
    const mine = await api().createTask(team, { assignedMemberId: person.userId });
    const list = async (query: string) =>
      expectBody(
        await api().request('GET', `/api/teams/${team.teamId}/tasks?${query}`, { token: team.apiKey }),
        ...([200, z.array(Task)] as const),
      ).map(({ id }) => id);
    expect(await list(`memberId=${person.userId}`)).toEqual([mine]);
    expect(await list(`memberId=${person.userId}&status=todo&projectId=${team.projectId}`)).toEqual([mine]);
    expect(await list(`memberId=${unknownId}`)).toEqual([]);
  });
});
