import { Problem } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectProblem, useApi } from '../harness.ts';
import { calls, taskIn } from '../support/tasks.ts';
import { callTrpc, expectTrpcProblem } from '../support/trpc.ts';
import { createWorld } from '../support/world.ts';

const api = useApi();

const heldSinceOf = async (taskId: string) => {
  const { rows } = await api().db.pool.query<{ heldSince: string }>(
    'select held_since as "heldSince" from tasks where id = $1',
    [taskId],
  );
  return rows[0]?.heldSince;
};

describe('a 409 has fields that say who holds the task', () => {
  it('on a claim of a held task, by the caller and by another agent', async () => {
    const world = await createWorld(api());
    const taskId = await taskIn(api(), world, 'held by Ada');
    const facts = { assignedAgentId: world.ada.id, heldSince: await heldSinceOf(taskId) };
    for (const [token, heldByCaller] of [
      [world.ada.token, true],
      [world.bob.token, false],
    ] as const) {
      const problem = expectProblem(await calls(api()).claim(token, taskId), 409, 'TASK_ALREADY_CLAIMED');
      expect(problem).toMatchObject({ ...facts, heldByCaller });
    }
  });

  it('on completion and move of a task that another agent holds', async () => {
    const world = await createWorld(api());
    const taskId = await taskIn(api(), world, 'held by Ada');
    const facts = {
      heldByCaller: false,
      assignedAgentId: world.ada.id,
      heldSince: await heldSinceOf(taskId),
    };
    const { complete, move } = calls(api());
    for (const reply of [
      await complete(world.bob.token, taskId),
      await move(world.bob.token, taskId, 'todo'),
    ]) {
      expect(expectProblem(reply, 409, 'NOT_CLAIM_HOLDER')).toMatchObject(facts);
    }
  });

  it('on claim, completion and move of a task that is assigned to another agent and not held', async () => {
    const world = await createWorld(api());
    const taskId = await taskIn(api(), world, 'todo for Ada');
    const { claim, complete, move } = calls(api());
    for (const reply of [
      await claim(world.bob.token, taskId),
      await complete(world.bob.token, taskId),
      await move(world.bob.token, taskId, 'in_progress'),
    ]) {
      const facts = { heldByCaller: false, assignedAgentId: world.ada.id, heldSince: null };
      expect(expectProblem(reply, 409, 'TASK_ASSIGNED_TO_OTHER')).toMatchObject(facts);
    }
  });

  it('over tRPC too', async () => {
    const world = await createWorld(api());
    const taskId = await taskIn(api(), world, 'held by Ada');
    const reply = await callTrpc(api(), 'mutation', 'tasks.claim', {
      token: world.ada.token,
      input: { taskId },
    });
    expectTrpcProblem(reply, 409, 'TASK_ALREADY_CLAIMED');
    expect(reply.body).toMatchObject({
      error: { data: { problem: { heldByCaller: true, assignedAgentId: world.ada.id } } },
    });
  });

  it('other errors have no such fields', async () => {
    const world = await createWorld(api());
    const taskId = await taskIn(api(), world, 'cancelled under Ada');
    for (const reply of [
      await calls(api()).claim(world.ada.token, taskId),
      await calls(api()).complete(world.ada.token, taskId),
      await calls(api()).claim(world.ada.token, 'unknown'),
    ]) {
      expect(Object.keys(Problem.parse(reply.body))).not.toContain('heldByCaller');
    }
  });
});
