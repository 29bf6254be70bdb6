import { beforeEach, describe, expect, it } from 'vitest';
import { useApi } from '../harness.ts';
import { pausesOf, subjects } from '../support/pauses.ts';
import { sweep } from '../support/sweep.ts';
import { calls, done, readTask, taskIn } from '../support/tasks.ts';
import { createProject, createWorld, type World } from '../support/world.ts';

// A pause with the mode release: the sweeper releases what is held once the grace is over.

const api = useApi();
let world: World;
beforeEach(async () => {
  world = await createWorld(api());
});
const pauses = () => pausesOf(api(), world);
/** A grace that no test outlasts. */
const release = { reason: 'Wrong branch', mode: 'release', graceSeconds: 600 };
const runSweeper = () => sweep(api().db, api().app.taskArrivals);
const statusOf = async (taskId: string) => (await readTask(api(), world, taskId)).status;

/** The grace of all pauses is over. */
const endGrace = () =>
  api().owner.query(`update pauses set release_at = now() - interval '1 minute' where team_id = $1`, [
    world.team.teamId,
  ]);

describe.each(subjects)('a pause of the %s that releases', (subject) => {
  it('releases its claims after the grace, with a lease or without, with the reason, and once', async () => {
    const unleased = await taskIn(api(), world, 'held by Ada');
    const leased = await taskIn(api(), world, 'todo');
    await done(calls(api()).claim(world.ada.token, leased, { body: { leaseSeconds: 60 } }));
    const unassigned = await taskIn(api(), world, 'in progress with nobody');
    await pauses().pause(subject, release);
    await runSweeper();
    expect(await Promise.all([unleased, leased].map(statusOf))).toEqual(['in_progress', 'in_progress']);

    await endGrace();
    await runSweeper();
    expect(await Promise.all([unleased, leased, unassigned].map(statusOf))).toEqual([
      'todo',
      'todo',
      'in_progress',
    ]);
    for (const id of [unleased, leased]) {
      const [last] = (await api().events(id)).reverse();
      expect(last).toMatchObject({
        ...{ type: 'task.released', actorKind: 'system' },
        changes: { reason: { before: null, after: `The ${subject} is paused: Wrong branch` } },
      });
    }
    const { rows } = await api().db.pool.query(
      'select release_at as "releaseAt" from pauses where team_id = $1',
      [world.team.teamId],
    );
    expect(rows).toEqual([{ releaseAt: null }]);
  });

  it('releases nothing once it is resumed or its mode is finish', async () => {
    const taskId = await taskIn(api(), world, 'held by Ada');
    const due = async () => {
      const { rows } = await api().db.pool.query<{ count: number }>(
        'select count(release_at)::int as count from pauses where team_id = $1',
        [world.team.teamId],
      );
      return rows[0]?.count;
    };
    await pauses().pause(subject, release);
    expect(await due()).toBe(1);
    await pauses().pause(subject, { ...release, mode: 'finish' });
    expect(await due()).toBe(0);
    await pauses().pause(subject, release);
    await pauses().resume(subject);
    expect(await due()).toBe(0);
    await runSweeper();
    expect(await statusOf(taskId)).toBe('in_progress');
  });
});

describe('what is not paused', () => {
  it('keeps its claims: of other agents, projects and teams', async () => {
    const other = await createWorld(api());
    const ofOther = await taskIn(api(), other, 'held by Ada');
    const bobs = await taskIn(api(), world, 'todo');
    await done(calls(api()).claim(world.bob.token, bobs));
    const second = await createProject(api(), world.team);
    const inSecond = await api().createTask(world.team, { projectId: second });
    await done(calls(api()).claim(world.ada.token, inSecond));
    await pauses().pause('agent', release);
    await pauses().resume('agent');
    await pauses().pause('project', { ...release, graceSeconds: 0 });
    await runSweeper();
    expect(await Promise.all([bobs, inSecond].map(statusOf))).toEqual(['todo', 'in_progress']);
    expect((await readTask(api(), other, ofOther)).status).toBe('in_progress');
    await pauses().pause('agent', { ...release, graceSeconds: 0 });
    await runSweeper();
    expect(await statusOf(inSecond)).toBe('todo');
  });
});

describe('the sweeper of the service', () => {
  it('releases by itself after a grace of 0 seconds', async () => {
    const taskId = await taskIn(api(), world, 'held by Ada');
    await pauses().pause('team', { ...release, graceSeconds: 0 });
    await expect.poll(() => statusOf(taskId), { timeout: 60_000 }).toBe('todo');
  });
});
