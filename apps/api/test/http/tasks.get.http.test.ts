import { Task } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectBody, useApi } from '../harness.ts';
import { adasResult, calls, type Situation, situations, taskIn } from '../support/tasks.ts';
import { createWorld } from '../support/world.ts';

const api = useApi();

const expected: Record<Situation, { status: Task['status']; assigned: boolean; result: string | null }> = {
  todo: { status: 'todo', assigned: false, result: null },
  'todo for Ada': { status: 'todo', assigned: true, result: null },
  'in progress with nobody': { status: 'in_progress', assigned: false, result: null },
  'held by Ada': { status: 'in_progress', assigned: true, result: null },
  'done by nobody': { status: 'done', assigned: false, result: null },
  'completed by Ada': { status: 'done', assigned: true, result: adasResult },
  cancelled: { status: 'cancelled', assigned: false, result: null },
  'cancelled under Ada': { status: 'cancelled', assigned: true, result: null },
};

describe('GET /api/tasks/:taskId', () => {
  it.each(situations)('200: the team and its agents read the same task that is %s', async (situation) => {
    const world = await createWorld(api());
    const { ada, bob, team } = world;
    const taskId = await taskIn(api(), world, situation);
    const { status, assigned, result } = expected[situation];
    for (const token of [team.apiKey, ada.token, bob.token]) {
      const task = expectBody(await calls(api()).get(token, taskId), 200, Task);
      expect(task).toEqual({
        id: taskId,
        title: situation,
        description: null,
        status,
        priority: 'normal',
        assignedAgentId: assigned ? ada.id : null,
        projectId: team.projectId,
        result,
        attempt: /by Ada|under Ada/.test(situation) ? 1 : 0,
        leaseExpiresAt: null,
        needsAttention: null,
        assignedMemberId: null,
        dueDate: null,
        notBefore: null,
        links: [],
        ...{ blockedBy: [], isBlocked: false, parentId: null, externalId: null },
        archivedAt: null,
        rank: expect.any(String),
        createdAt: expect.any(String),
        version: expect.any(Number),
        statusChangedAt: expect.any(String),
        updatedAt: expect.any(String),
      });
    }
  });

  it('200: reads what was written, every character of it', async () => {
    const { team, ada } = await createWorld(api());
    const title = 'Line 2 — "quoted" \\ \u202e é e\u0301 漢字 👩‍👩‍👧 </script> %00 \u{10ffff}';
    const description = `Line 1\r\n\t\u0001 \u2028 ${title} `;
    const taskId = await api().createTask(team, { title, description });
    const task = expectBody(await calls(api()).get(ada.token, taskId), 200, Task);
    expect(task).toMatchObject({ title, description });
  });
});
