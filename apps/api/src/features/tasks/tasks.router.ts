import {
  AgentTarget,
  CompleteTask,
  CreateTask,
  ListTasks,
  MoveTask,
  MoveTaskIfUnchanged,
  Task,
  TaskTarget,
  UpdateTask,
  UpdateTaskIfUnchanged,
} from '@crewboard/contracts';
import { z } from 'zod';
import { router } from '../../trpc/init.ts';
import { pageHeaders } from '../../trpc/page-headers.ts';
import { agentProcedure, manageProcedure, readProcedure, writeProcedure } from '../../trpc/procedures.ts';
import { claimTask } from './claim-task.ts';
import { completeTask } from './complete-task.ts';
import { createTask } from './create-task.ts';
import { getTask } from './get-task.ts';
import { listTasks } from './list-tasks.ts';
import { moveTask } from './move-task.ts';
import { releaseTasks } from './release-tasks.ts';
import { updateTask } from './update-task.ts';

const tags = ['Tasks'];

export const tasksRouter = router({
  list: readProcedure
    .meta({
      refusals: ['INVALID_CURSOR'],
      openapi: {
        method: 'GET',
        path: '/api/teams/{teamId}/tasks',
        tags,
        summary: 'List tasks',
        description:
          'Newest first. While the answer carries `X-Next-Cursor` (and `Link: <url>; rel="next"`) there are more: ' +
          'pass it as `cursor`. A task that exists throughout is seen exactly once, whatever changes meanwhile.',
        responseHeaders: pageHeaders,
      },
    })
    .input(ListTasks)
    .output(z.array(Task))
    .query(listTasks),
  create: writeProcedure
    .meta({
      created: '/api/tasks/{id}',
      openapi: {
        method: 'POST',
        path: '/api/teams/{teamId}/tasks',
        tags,
        summary: 'Create a task',
        description: 'The task starts in `todo`, also when it is assigned at once.',
      },
    })
    .input(CreateTask)
    .output(Task)
    .mutation(createTask),
  get: readProcedure
    .meta({ openapi: { method: 'GET', path: '/api/tasks/{taskId}', tags, summary: 'Get a task' } })
    .input(TaskTarget)
    .output(Task)
    .query(getTask),
  update: writeProcedure
    .meta({
      refusals: ['FORBIDDEN', 'TASK_ALREADY_COMPLETED', 'TASK_CANCELLED'],
      openapi: {
        method: 'PATCH',
        path: '/api/tasks/{taskId}',
        tags,
        summary: 'Update a task',
        description:
          'Writes the given fields; an agent may write `title`, `description` and `priority`. Changing the assignee ' +
          'of a held task hands the claim over; setting it to null gives the task back to `todo`.',
      },
    })
    .input(UpdateTask)
    .output(Task)
    .mutation(updateTask),
  claim: agentProcedure
    .meta({
      refusals: ['TASK_ALREADY_CLAIMED', 'TASK_ASSIGNED_TO_OTHER', 'TASK_NOT_CLAIMABLE'],
      openapi: {
        method: 'POST',
        path: '/api/tasks/{taskId}/claim',
        tags,
        summary: 'Claim a task',
        description:
          'Atomically sets the status to `in_progress` and assigns the task to the calling agent. Of any number of ' +
          'agents that claim at once exactly one succeeds; the others get a 409 and take another task.',
      },
    })
    .input(TaskTarget)
    .output(Task)
    .mutation(claimTask),
  complete: agentProcedure
    .meta({
      refusals: ['NOT_CLAIM_HOLDER', 'TASK_ASSIGNED_TO_OTHER', 'TASK_ALREADY_COMPLETED', 'TASK_CANCELLED'],
      openapi: {
        method: 'POST',
        path: '/api/tasks/{taskId}/complete',
        tags,
        summary: 'Complete a task',
        description:
          'Sets the status to `done`, stores the result and emits `task.completed`. For the holder, or for an agent ' +
          'that could have claimed the task. Sending the same completion again answers 200 and emits nothing.',
      },
    })
    .input(CompleteTask)
    .output(Task)
    .mutation(completeTask),
  move: writeProcedure
    .meta({
      refusals: ['NOT_CLAIM_HOLDER', 'TASK_ASSIGNED_TO_OTHER'],
      openapi: {
        method: 'POST',
        path: '/api/tasks/{taskId}/move',
        tags,
        summary: 'Move a task to another status',
        description:
          'Any status to any. Back to `todo` clears the assignment and the claim. An agent may not move what ' +
          'another agent holds, nor to `in_progress` what is assigned to another agent.',
      },
    })
    .input(MoveTask)
    .output(Task)
    .mutation(moveTask),
  // For the dashboard: what a person did from an open page must not undo what others did since.
  updateIfUnchanged: writeProcedure.input(UpdateTaskIfUnchanged).output(Task).mutation(updateTask),
  moveIfUnchanged: writeProcedure.input(MoveTaskIfUnchanged).output(Task).mutation(moveTask),
  giveBack: manageProcedure
    .input(AgentTarget)
    .output(z.strictObject({ count: z.int() }))
    .mutation(releaseTasks),
});
