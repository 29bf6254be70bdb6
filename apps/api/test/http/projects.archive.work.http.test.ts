import { Project, Task } from '@crewboard/contracts';
import { describe, expect, it, vi } from 'vitest';
import { Batches } from '../../src/batching/batches.ts';
import { archiveClosed, archiveWithProjects } from '../../src/features/tasks/background/archive-tasks.ts';
import { createSystemContextOf } from '../../src/features/tasks/background/system-context.ts';
import { expectBody, expectProblem, useApi } from '../harness.ts';
import { signedIn } from '../log/support/people.ts';
import { waitUntilIdle } from '../support/claim-next.ts';
import { call } from '../support/people.ts';
import { calls, claimNext, done, readTask } from '../support/tasks.ts';
import { createProject, createWorld, type World } from '../support/world.ts';

const api = useApi();
const post = (world: World, path: string, extra = {}) =>
  api().request('POST', path, { token: world.team.apiKey, ...extra });
const project = (world: World, id: string, verb: string) => post(world, `/api/projects/${id}/${verb}`);
const task = (world: World, id: string, verb: string) => post(world, `/api/tasks/${id}/${verb}`);
const waitUntil = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });
const countOf = async (projectId: string, condition: string) =>
  (
    await api().db.pool.query<{ count: number }>(
      `select count(*)::int from tasks where project_id = $1 and ${condition}`,
      [projectId],
    )
  ).rows[0]?.count;
/** What the archiver of any process does next. */
const roundOfTheArchiver = () => {
  const { db } = api();
  const systemContextOf = createSystemContextOf({ of: () => db }, new Batches(db));
  return archiveWithProjects({ db, systemContextOf, taskArrivals: { report() {} } as never });
};
const insertTasks = async (world: World, projectId: string, count: number, status = 'todo') => {
  await api().db.pool.query(
    `insert into tasks (id, team_id, project_id, title, status, in_queue)
     select 'bulk-' || n || '-' || $2, $1, $2, 'T', $4::task_status, $4 = 'todo' from generate_series(1, $3::int) as n`,
    [world.team.teamId, projectId, count, status],
  );
  // No event told of them.
  await api().db.pool.query('select recount()');
};

describe('a restored project', () => {
  it('leaves a task in the archive that somebody archives just after it', async () => {
    const world = await createWorld(api());
    const projectId = await createProject(api(), world.team);
    const taskId = await api().createTask(world.team, { projectId });
    await project(world, projectId, 'archive');
    await project(world, projectId, 'restore');
    // However far the archiver has come.
    expectBody(await task(world, taskId, 'archive'), 200, Task);
    await roundOfTheArchiver();
    // By the system, if it had archived the task already: then the caller only keeps it there.
    expect((await api().events(taskId)).at(-1)?.type).toBe('task.archived');
    expect((await readTask(api(), world, taskId)).archivedAt).not.toBeNull();
  });

  it('leaves a task in the archive that somebody archived after its project', async () => {
    const world = await createWorld(api());
    const projectId = await createProject(api(), world.team);
    const taskId = await api().createTask(world.team, { projectId });
    await project(world, projectId, 'archive');
    await waitUntil(async () => expect((await readTask(api(), world, taskId)).archivedAt).not.toBeNull());
    const { archivedAt } = await readTask(api(), world, taskId);
    for (const _ of ['first', 'second'])
      expect(expectBody(await task(world, taskId, 'archive'), 200, Task)).toMatchObject({ archivedAt });
    const restored = expectBody(await project(world, projectId, 'restore'), 200, Project);
    expect(restored.taskCount).toBe(0);
    await roundOfTheArchiver();
    expect((await readTask(api(), world, taskId)).archivedAt).not.toBeNull();
    const events = (await api().events(taskId)).map(({ type, actorKind }) => `${type} ${actorKind}`);
    // One event for each task that the counts lose.
    expect(events).toEqual(['task.created key', 'task.archived system']);
  });

  it('leaves no task in the archive after two archives and restorations at once', async () => {
    const world = await createWorld(api());
    const projectId = await createProject(api(), world.team);
    await insertTasks(world, projectId, 300);
    expect((await project(world, projectId, 'archive')).status).toBe(200);
    await waitUntil(async () =>
      expect(await countOf(projectId, 'archived_at is not null')).toBeGreaterThan(0),
    );
    for (const verb of ['restore', 'archive', 'restore'])
      expect((await project(world, projectId, verb)).status).toBe(200);
    await waitUntil(async () => expect(await countOf(projectId, 'archived_at is not null')).toBe(0));
  });

  it('has an open task of a person who left for nobody', async () => {
    const world = await createWorld(api());
    const projectId = await createProject(api(), world.team);
    const person = await signedIn(api(), world.team.teamId, 'member');
    const taskId = await api().createTask(world.team, { projectId, assignedMemberId: person.userId });
    await project(world, projectId, 'archive');
    // Its person is still in the team: otherwise the sweeper would unassign it.
    await waitUntil(async () => expect((await readTask(api(), world, taskId)).archivedAt).not.toBeNull());
    const owner = await signedIn(api(), world.team.teamId, 'owner');
    const caller = { session: owner.session, team: owner.team };
    const removed = await call(
      api(),
      ['mutation', 'members.remove'],
      { teamId: world.team.teamId, userId: person.userId },
      caller,
    );
    expect(removed.problem).toBeUndefined();
    // The sweeper forgets those who left a minute ago.
    await api().db.pool.query(`delete from departed_members where user_id = $1`, [person.userId]);
    await project(world, projectId, 'restore');
    await waitUntil(async () => expect((await readTask(api(), world, taskId)).archivedAt).toBeNull());
    expect((await readTask(api(), world, taskId)).assignedMemberId).toBeNull();
  });

  it('and the days after which it archives closed tasks do not undo each other', async () => {
    const world = await createWorld(api());
    const projectId = await createProject(api(), world.team);
    const taskId = await api().createTask(world.team, { projectId });
    await done(calls(api()).move(world.team.apiKey, taskId, 'done'));
    await api().request('PATCH', `/api/projects/${projectId}`, {
      token: world.team.apiKey,
      body: { archiveAfterDays: 7 },
    });
    await project(world, projectId, 'archive');
    await waitUntil(async () => expect((await readTask(api(), world, taskId)).archivedAt).not.toBeNull());
    // Only now, as it would be archived for its age before its project.
    await api().db.pool.query(
      `update tasks set status_changed_at = now() - interval '8 days' where id = $1`,
      [taskId],
    );
    await project(world, projectId, 'restore');
    await waitUntil(async () => expect((await readTask(api(), world, taskId)).archivedAt).toBeNull());
    const { db } = api();
    const parts = { db, systemContextOf: createSystemContextOf({ of: () => db }, new Batches(db)) };
    for (let round = 0; round < 3; round += 1) {
      await archiveClosed(parts);
      await roundOfTheArchiver();
    }
    const types = (await api().events(taskId)).map(({ type }) => type);
    expect(types.filter((type) => type === 'task.restored')).toHaveLength(1);
  });
});

describe('an archived project', () => {
  it('hands out no task that its holder gives back, to an agent that waits', async () => {
    const world = await createWorld(api());
    const projectId = await createProject(api(), world.team);
    const taskId = await api().createTask(world.team, { projectId });
    await done(calls(api()).claim(world.ada.token, taskId));
    await project(world, projectId, 'archive');
    const waiting = claimNext(api(), world.bob.token, world.team, { wait: 30 });
    await waitUntilIdle(api(), 1);
    await done(calls(api()).release(world.ada.token, taskId));
    // A newer task of another project: he would get the older one first.
    const later = await api().createTask(world.team);
    expect((await waiting).body).toMatchObject({ id: later });
  });

  it('hands it out by its id to nobody either', async () => {
    const world = await createWorld(api());
    const projectId = await createProject(api(), world.team);
    const taskId = await api().createTask(world.team, { projectId });
    await done(calls(api()).claim(world.ada.token, taskId));
    await project(world, projectId, 'archive');
    await done(calls(api()).release(world.ada.token, taskId));
    const problem = expectProblem(await calls(api()).claim(world.bob.token, taskId), 409, 'TASK_ARCHIVED');
    expect(problem.detail).toMatch(/archived/);
  });

  it('hands out none of 4,500 tasks after the response', async () => {
    const world = await createWorld(api());
    const projectId = await createProject(api(), world.team);
    await insertTasks(world, projectId, 4_500);
    expect((await project(world, projectId, 'archive')).status).toBe(200);
    const { status } = await claimNext(api(), world.bob.token, world.team);
    expect(status).toBe(204);
  });

  it('a completion sent again is a 200 after the task went to the archive with its project', async () => {
    const world = await createWorld(api());
    const projectId = await createProject(api(), world.team);
    const taskId = await api().createTask(world.team, { projectId });
    const { attempt } = await done(calls(api()).claim(world.ada.token, taskId));
    await project(world, projectId, 'archive');
    const complete = () => calls(api()).complete(world.ada.token, taskId, { body: { result: 'R', attempt } });
    expect((await complete()).status).toBe(200);
    await waitUntil(async () => expect((await readTask(api(), world, taskId)).archivedAt).not.toBeNull());
    const again = await complete();
    expect({ status: again.status, code: (again.body as { code?: string }).code }).toEqual({ status: 200 });
  });

  it('follows also behind 200 archived projects of another team, each with a held task', async () => {
    const [busy, world] = [await createWorld(api()), await createWorld(api())];
    const { teamId } = busy.team;
    await api().db.pool.query(
      `insert into projects (id, team_id, name, archived_at)
       select 'busy' || n || $1, $1, 'Busy', now() from generate_series(1, 200) as n`,
      [teamId],
    );
    await api().db.pool.query(
      `insert into tasks (id, team_id, project_id, title, status, in_queue)
       select 'busy' || n || $1, $1, 'busy' || n || $1, 'T', 'in_progress', false from generate_series(1, 200) as n`,
      [teamId],
    );
    await api().db.pool.query(
      `insert into project_archivals (project_id, team_id, restores) select 'busy' || n || $1, $1, false from generate_series(1, 200) as n`,
      [teamId],
    );
    try {
      const projectId = await createProject(api(), world.team);
      const taskId = await api().createTask(world.team, { projectId });
      await project(world, projectId, 'archive');
      await waitUntil(async () => expect((await readTask(api(), world, taskId)).archivedAt).not.toBeNull());
      await project(world, projectId, 'restore');
      await waitUntil(async () => expect((await readTask(api(), world, taskId)).archivedAt).toBeNull());
    } finally {
      await api().db.pool.query('delete from project_archivals where team_id = $1', [teamId]);
    }
  });
});

it('the job leaves a task that is reopened before its turn', async () => {
  const world = await createWorld(api());
  const taskId = await api().createTask(world.team);
  const { db } = api();
  await archiveClosed({
    // What was found before it was reopened: the archiver of the app must not find it.
    db: { query: async () => ({ rows: [{ taskId, teamId: world.team.teamId, days: 7 }] }) } as never,
    systemContextOf: createSystemContextOf({ of: () => db }, new Batches(db)),
  });
  expect(await readTask(api(), world, taskId)).toMatchObject({ status: 'todo', archivedAt: null });
});

it('a task that leaves the project before its turn is not archived with it', async () => {
  const world = await createWorld(api());
  const projectId = await createProject(api(), world.team);
  const taskId = await api().createTask(world.team, { projectId });
  const { teamId } = world.team;
  const found = { taskId, teamId, projectId, restores: false, begunAt: null, departedId: null };
  await done(calls(api()).update(world.team.apiKey, taskId, { projectId: world.team.projectId }));
  const { db } = api();
  await archiveWithProjects({
    // What was found before it left.
    db: { query: async () => ({ rows: [found] }) } as never,
    systemContextOf: createSystemContextOf({ of: () => db }, new Batches(db)),
    taskArrivals: { report() {} } as never,
  });
  expect(await readTask(api(), world, taskId)).toMatchObject({ archivedAt: null });
});

it('a task that is deleted before its turn fails no round', async () => {
  const world = await createWorld(api());
  const { db } = api();
  const found = {
    taskId: 'deleted',
    teamId: world.team.teamId,
    projectId: 'deleted',
    restores: true,
    days: 7,
  };
  const parts = {
    db: { query: async () => ({ rows: [found] }) } as never,
    systemContextOf: createSystemContextOf({ of: () => db }, new Batches(db)),
    taskArrivals: { report() {} } as never,
  };
  expect(await archiveWithProjects(parts)).toMatchObject({ count: 1 });
  expect(await archiveClosed(parts)).toMatchObject({ count: 1 });
});
