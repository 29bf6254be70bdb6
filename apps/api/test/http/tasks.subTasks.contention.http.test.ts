import type { Task } from '@crewboard/contracts';
import { expect, it } from 'vitest';
import { useApi } from '../harness.ts';
import { useRandom } from '../support/random.ts';
import { calls } from '../support/tasks.ts';
import { createWorld } from '../support/world.ts';

const api = useApi();
const writers = 8;
const maxLevels = 5;

/** The level of a task; Infinity in a cycle. */
function levelOf(taskId: string, parentById: ReadonlyMap<string, string | null>): number {
  let level = 1;
  for (let id = parentById.get(taskId); id; id = parentById.get(id)) {
    level += 1;
    if (level > parentById.size) return Number.POSITIVE_INFINITY;
  }
  return level;
}

/** In the order of the log, changes after which a task was on a sixth level or in a cycle. */
async function wrongChanges(teamId: string): Promise<unknown[]> {
  const { rows } = await api().db.pool.query<{ snapshot: Task }>(
    `select snapshot from events where team_id = $1 and subject_type = 'task' order by xid, id`,
    [teamId],
  );
  const parentById = new Map<string, string | null>();
  return rows.filter(({ snapshot }) => {
    parentById.set(snapshot.id, snapshot.parentId ?? null);
    return [...parentById.keys()].some((id) => levelOf(id, parentById) > maxLevels);
  });
}

it('whatever parents eight writers in two processes set at once, there is no cycle and no sixth level', async () => {
  const random = useRandom();
  const replica = await api().replica();
  const rejected = new Set<string>();
  for (let round = 0; round < 4; round += 1) {
    const { team } = await createWorld(api());
    const ids = await Promise.all(Array.from({ length: 9 }, () => api().createTask(team)));
    const step = async (on: typeof replica) => {
      const parentId = random.below(6) === 0 ? null : random.pick(ids);
      const path = `/api/teams/${team.teamId}/tasks`;
      const body = { title: 'Later', projectId: team.projectId, parentId };
      const reply =
        random.below(5) === 0
          ? await on.request('POST', path, { token: team.apiKey, body })
          : await calls(on).update(team.apiKey, random.pick(ids), { parentId });
      if (reply.status === 201) ids.push((reply.body as Task).id);
      // A writer whose turn does not come in time gets 503, on a slow machine.
      if (reply.status < 300 || reply.status === 503) return;
      rejected.add((reply.body as { code: string }).code);
    };
    const write = async (_: unknown, index: number) => {
      for (let count = 0; count < 12; count += 1) await step(index % 2 ? replica : api());
    };
    await Promise.all(Array.from({ length: writers }, write));
    expect(await wrongChanges(team.teamId)).toEqual([]);
  }
  expect([...rejected].sort()).toEqual(['DEPENDENCY_CYCLE', 'VALIDATION_ERROR']);
  await replica.close();
});
