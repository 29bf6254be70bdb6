import { setTimeout as sleep } from 'node:timers/promises';
import { chooseBlockers, type Worker } from './run-agent.ts';

/** The pauses of the manager are this many times as long as those of agents. */
const pauseFactor = 3;

/**
 * Uses the key of the team, as people do: creates tasks, and updates, assigns, moves, releases and blocks those that
 * agents work on.
 */
export async function runManager(worker: Worker): Promise<never> {
  const { client, random, teamId, projectId, agentIds, thinkMs } = worker;
  const tasksPath = `/api/teams/${teamId}/tasks`;
  for (;;) {
    await sleep(random.below(pauseFactor * thinkMs));
    const kind = random.pick([
      'create',
      'create',
      'create',
      'update',
      'assign',
      'move',
      'release',
      'block',
    ] as const);
    if (kind === 'create') {
      await client.send({ kind, path: tasksPath, body: (title) => ({ title, projectId }) });
      continue;
    }
    const status = random.pick(['todo', 'in_progress', 'in_progress', 'in_progress', 'done']);
    const tasks = await client.list(`${tasksPath}?status=${status}&limit=40`);
    if (tasks.length === 0) continue;
    const { id: taskId } = random.pick(tasks);
    const path = `/api/tasks/${taskId}`;
    if (kind === 'update' || kind === 'assign') {
      const assignedAgentId = random.pick([...agentIds, null]);
      const fields = kind === 'assign' && status !== 'done' ? { assignedAgentId } : {};
      await client.send({
        kind: 'update',
        method: 'PATCH',
        path,
        taskId,
        body: (title) => ({ title, ...fields }),
      });
    } else if (kind === 'block') {
      // Two blockers at most, so that the queue does not run empty.
      const blockers = await chooseBlockers(worker, random.below(3));
      const blockedBy = blockers.filter((id) => id !== taskId);
      await client.send({ kind, method: 'PATCH', path, taskId, body: () => ({ blockedBy }) });
    } else if (kind === 'move') {
      const to = random.pick(['todo', 'todo', 'in_progress', 'cancelled']);
      await client.send({ kind, path: `${path}/move`, taskId, body: () => ({ status: to }) });
    } else {
      await client.send({ kind, path: `${path}/release`, taskId, body: (reason) => ({ reason }) });
    }
  }
}
