import type { Task } from '@crewboard/contracts';
import { expect, it } from 'vitest';
import { useApi } from '../harness.ts';
import { useRandom } from '../support/random.ts';
import { calls, claimNext, done } from '../support/tasks.ts';
import { createWorld } from '../support/world.ts';

const api = useApi();
const writers = 8;
/** A writer whose turn does not come in time gets 503, on a slow machine. */
const unavailable = 503;

type Row = {
  id: string;
  status: string;
  archived: boolean;
  blockedBy: string[];
  openBlockers: number;
  cancelledBlockers: number;
  dependants: number;
};

async function rowsOf(teamId: string): Promise<Row[]> {
  const { rows } = await api().db.pool.query<Row>(
    `select id, status, archived_at is not null as archived, blocked_by as "blockedBy", open_blockers as "openBlockers",
       cancelled_blockers as "cancelledBlockers", dependants from tasks where team_id = $1`,
    [teamId],
  );
  return rows;
}

/** The counts of each row as they follow from the others, and its edges. */
async function expectConsistent(teamId: string): Promise<void> {
  const rows = await rowsOf(teamId);
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const row of rows) {
    const blockers = row.blockedBy.map((id) => byId.get(id) as Row);
    const open = blockers.filter(({ status }) => status !== 'done');
    expect(row).toMatchObject({
      openBlockers: open.length,
      cancelledBlockers: open.filter(({ status, archived }) => status === 'cancelled' || archived).length,
      dependants: rows.filter(({ blockedBy }) => blockedBy.includes(row.id)).length,
    });
  }
  const { rows: edges } = await api().db.pool.query<{ edge: string }>(
    `select blocker_id || ' ' || task_id as edge from task_dependencies join tasks on id = task_id where team_id = $1 order by 1`,
    [teamId],
  );
  const expected = rows.flatMap(({ id, blockedBy }) => blockedBy.map((blockerId) => `${blockerId} ${id}`));
  expect(edges.map(({ edge }) => edge)).toEqual(expected.sort());
}

function hasCycle(rows: Row[]): boolean {
  const left = new Map(rows.map(({ id, blockedBy }) => [id, blockedBy]));
  for (;;) {
    const free = [...left].filter(([, blockedBy]) => blockedBy.every((id) => !left.has(id)));
    if (free.length === 0) return left.size > 0;
    for (const [id] of free) left.delete(id);
  }
}

/** The changes of a team in the order of the log. */
async function logOf(teamId: string) {
  const { rows } = await api().db.pool.query<{ type: string; snapshot: Task }>(
    `select type, snapshot from events where team_id = $1 and subject_type = 'task' order by xid, id`,
    [teamId],
  );
  return rows;
}

/** In the order of the log, attempts that start while a task of `blockedBy` is not done, and versions that fall. */
async function wrongStarts(teamId: string): Promise<unknown[]> {
  const known = new Map<string, Task>();
  const wrong: unknown[] = [];
  for (const { type, snapshot } of await logOf(teamId)) {
    const before = known.get(snapshot.id);
    known.set(snapshot.id, snapshot);
    if (before && snapshot.version < before.version) wrong.push({ type, before, snapshot });
    const starts = snapshot.attempt > (before?.attempt ?? 0);
    const open = snapshot.blockedBy.filter((id) => known.get(id)?.status !== 'done');
    if (starts && open.length > 0) wrong.push({ type, snapshot, open });
  }
  return wrong;
}

it('eight agents that complete fifty blockers of one task at once leave it unblocked, which is told of once', async () => {
  const { team, ada } = await createWorld(api());
  const blockers = await Promise.all(Array.from({ length: 50 }, () => api().createTask(team)));
  const taskId = await api().createTask(team, { blockedBy: blockers });
  const queue = [...blockers];
  const work = async () => {
    for (let id = queue.pop(); id; id = queue.pop()) {
      const { status, text } = await calls(api()).complete(ada.token, id);
      if (status === unavailable) queue.push(id);
      else expect(status, text).toBe(200);
    }
  };
  await Promise.all(Array.from({ length: writers }, work));
  await expectConsistent(team.teamId);
  const types = (await api().events(taskId)).map(({ type }) => type);
  expect(types).toEqual(['task.created', 'task.unblocked']);
  await done(calls(api()).claim(ada.token, taskId));
  expect(await wrongStarts(team.teamId)).toEqual([]);
});

it('eight writers that add random dependencies make no cycle', async () => {
  const random = useRandom();
  for (let round = 0; round < 3; round += 1) {
    const { team } = await createWorld(api());
    const ids = await Promise.all(Array.from({ length: 7 }, () => api().createTask(team)));
    const refused: string[] = [];
    const write = async () => {
      for (let step = 0; step < 8; step += 1) {
        const taskId = random.pick(ids);
        const blockedBy = ids.filter((id) => id !== taskId && random.below(4) === 0);
        const { status, body } = await calls(api()).update(team.apiKey, taskId, { blockedBy });
        if (status !== 200 && status !== unavailable) refused.push((body as { code: string }).code);
      }
    };
    await Promise.all(Array.from({ length: writers }, write));
    expect(hasCycle(await rowsOf(team.teamId))).toBe(false);
    expect(new Set(refused).size, refused.join()).toBeLessThanOrEqual(1);
    if (refused[0]) expect(refused[0]).toBe('DEPENDENCY_CYCLE');
    await expectConsistent(team.teamId);
  }
});

it('eight writers that change tasks in every way at once leave right counts, and no attempt starts while a blocker is open', async () => {
  const random = useRandom();
  const { team, ada, bob } = await createWorld(api());
  const ids: string[] = [];
  for (let index = 0; index < 8; index += 1) {
    const blockedBy = ids.filter(() => random.below(3) === 0);
    ids.push(await api().createTask(team, { blockedBy }));
  }
  const { claim, complete, move, release, update } = calls(api());
  const post = (id: string, verb: string) =>
    api().request('POST', `/api/tasks/${id}/${verb}`, { token: team.apiKey });
  const allowed = [200, 201, 204, 409, unavailable];
  const actions = [
    (id: string) => claim(ada.token, id),
    (id: string) => claim(bob.token, id),
    () => claimNext(api(), bob.token, team),
    (id: string) => complete(ada.token, id),
    (id: string) => complete(bob.token, id),
    (id: string) => release(team.apiKey, id),
    (id: string) => move(ada.token, id, 'in_progress'),
    (id: string) => move(team.apiKey, id, 'done'),
    (id: string) => move(team.apiKey, id, 'todo'),
    (id: string) => move(team.apiKey, id, 'todo'),
    (id: string) => move(team.apiKey, id, 'cancelled'),
    (id: string) => post(id, 'archive'),
    (id: string) => post(id, 'restore'),
    (id: string) => post(id, 'restore'),
    (id: string) =>
      update(team.apiKey, id, { blockedBy: ids.filter((other) => other < id && random.below(3) === 0) }),
    () =>
      api().request('POST', `/api/teams/${team.teamId}/tasks`, {
        token: team.apiKey,
        body: {
          title: 'Later',
          projectId: team.projectId,
          blockedBy: ids.filter(() => random.below(4) === 0),
        },
      }),
  ];
  const write = async () => {
    for (let step = 0; step < 60; step += 1) {
      const { status, text } = await random.pick(actions)(random.pick(ids));
      expect(allowed, text).toContain(status);
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  await expectConsistent(team.teamId);
  expect(await wrongStarts(team.teamId)).toEqual([]);
});
