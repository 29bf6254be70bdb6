import { z } from 'zod';
import { agentWritableInWords, creatorWritableInWords } from '../fields/task-fields.ts';
import { ArchivePage } from '../resources/board.ts';
import { ListedTask, Task, TaskInContext } from '../resources/task.ts';
import { TaskDependencies, TaskHierarchy } from '../resources/task-relations.ts';
import {
  CreateTask,
  CreateTasks,
  GetTask,
  ListArchive,
  ListTasks,
  MoveTask,
  MoveTaskIfUnchanged,
  TaskTarget,
  UpdateTask,
  UpdateTaskIfUnchanged,
} from '../resources/task-requests.ts';
import { defineOperations, mutation, query } from './define-operations.ts';
import { taskAttempts } from './task-attempts.ts';

const updateErrors = [
  'TASK_ARCHIVED',
  'NOT_CLAIM_HOLDER',
  'TASK_ASSIGNED_TO_OTHER',
  'TASK_ALREADY_COMPLETED',
  'TASK_CANCELLED',
  'TASK_ALREADY_CLAIMED',
  'TASK_NOT_CLAIMABLE',
  'PAUSED',
  'TASK_BLOCKED',
  'DEPENDENCY_CYCLE',
  'LIMIT_REACHED',
  'EXTERNAL_ID_TAKEN',
] as const;
const moveErrors = [
  'TASK_ARCHIVED',
  'NOT_CLAIM_HOLDER',
  'STALE_CLAIM',
  'TASK_ASSIGNED_TO_OTHER',
  'TASK_NOT_CLAIMABLE',
  'PAUSED',
  'TASK_BLOCKED',
] as const;

export const tasks = defineOperations('tasks', {
  list: query('listTasks', {
    access: 'read',
    input: ListTasks,
    output: z.array(ListedTask),
    paging: 'always',
    rest: {
      route: 'GET /api/teams/{teamId}/tasks',
      summary: 'List tasks',
      description:
        'Newest first. While the response carries `X-Next-Cursor` (and `Link: <url>; rel="next"`) there are more: ' +
        'pass it as `cursor`. A task that exists throughout is returned exactly once, even if it changes meanwhile. ' +
        'With `ids` and `wait` the response comes when these tasks have ended, or after that time.',
      checksToken: true,
      waitField: 'wait',
    },
  }),
  create: mutation('createTask', {
    access: 'write',
    input: CreateTask,
    output: Task,
    errors: ['EXTERNAL_ID_TAKEN', 'LIMIT_REACHED'],
    rest: {
      route: 'POST /api/teams/{teamId}/tasks',
      summary: 'Create a task',
      description: 'The task starts in `todo`, also when it is assigned at once.',
      statuses: [201],
      location: '/api/tasks/{id}',
      versioned: 'read',
    },
  }),
  createMany: mutation('createTasks', {
    access: 'write',
    input: CreateTasks,
    output: z.array(Task),
    errors: ['LIMIT_REACHED', 'EXTERNAL_ID_TAKEN'],
    rest: {
      route: 'POST /api/teams/{teamId}/tasks/bulk',
      summary: 'Create a plan of tasks',
      description:
        'Creates all tasks, or none, and returns them in their order. A task may have a `ref`: others name it "ref:build" among ' +
        'the tasks that they wait for, or as their parent. Counts as one request for each 10 tasks; a team creates one plan at a time.',
      statuses: [201],
    },
  }),
  get: query('getTask', {
    access: 'read',
    input: GetTask,
    output: TaskInContext,
    rest: {
      route: 'GET /api/tasks/{taskId}',
      summary: 'Get a task',
      versioned: 'read',
      checksToken: true,
    },
  }),
  update: mutation('updateTask', {
    access: 'write',
    input: UpdateTask,
    output: Task,
    errors: updateErrors,
    rest: {
      route: 'PATCH /api/tasks/{taskId}',
      summary: 'Update a task',
      description:
        `Writes the given fields; an agent may write ${agentWritableInWords}, of tasks that it created or ` +
        `that no other agent holds or is assigned to, and ${creatorWritableInWords} of what it created and nobody holds. ` +
        'Changing the assignee ' +
        'of a held task hands the claim over; setting it to null releases the task, back to `todo`.',
      versioned: 'write',
    },
  }),
  ...taskAttempts,
  move: mutation('moveTask', {
    access: 'write',
    input: MoveTask,
    output: Task,
    errors: moveErrors,
    rest: {
      route: 'POST /api/tasks/{taskId}/move',
      summary: 'Move a task to another status',
      description:
        'Moves between any two statuses. Back to `todo` clears the claim, and the assignment to an agent. An agent may ' +
        'not move a task that another agent holds or is assigned to; a task that it created and that nobody holds it ' +
        'may still move to any status but `in_progress`. For a task that it holds under a lease, it sends its ' +
        '`attempt` or `If-Match`.',
      versioned: 'write',
    },
  }),
  archive: mutation('archiveTask', {
    access: 'organize',
    input: TaskTarget,
    output: Task,
    errors: ['TASK_ALREADY_CLAIMED'],
    rest: {
      route: 'POST /api/tasks/{taskId}/archive',
      summary: 'Archive a task',
      description:
        'Archives the task: it is on no board, in no queue and in lists with `archived=true` alone, and cannot be changed until it ' +
        'is restored. A task in progress is not archived.',
      versioned: 'write',
    },
  }),
  restore: mutation('restoreTask', {
    access: 'organize',
    input: TaskTarget,
    output: Task,
    errors: ['TASK_ARCHIVED'],
    rest: {
      route: 'POST /api/tasks/{taskId}/restore',
      summary: 'Restore a task',
      description:
        'The task is as it was before it was archived; if its person has left the team, it is unassigned. Restoring a task that is not archived changes nothing.',
      versioned: 'write',
    },
  }),
  // For people in the dashboard only, because a deletion cannot be undone.
  delete: mutation('deleteTask', {
    access: 'admin',
    input: TaskTarget,
    output: z.void(),
    errors: ['NOT_DELETABLE'],
  }),
  archived: query('listArchive', {
    access: 'read',
    input: ListArchive,
    output: ArchivePage,
    paging: 'always',
  }),
  // For the dashboard: an edit on an open page must not overwrite changes that the person has not seen.
  updateIfUnchanged: mutation('updateTaskIfUnchanged', {
    access: 'write',
    input: UpdateTaskIfUnchanged,
    output: Task,
    errors: [...updateErrors, 'PRECONDITION_FAILED'],
  }),
  moveIfUnchanged: mutation('moveTaskIfUnchanged', {
    access: 'write',
    input: MoveTaskIfUnchanged,
    output: Task,
    errors: [...moveErrors, 'PRECONDITION_FAILED'],
  }),
  dependencies: query('listTaskDependencies', {
    access: 'read',
    input: TaskTarget,
    output: TaskDependencies,
  }),
  hierarchy: query('getTaskHierarchy', {
    access: 'read',
    input: TaskTarget,
    output: TaskHierarchy,
  }),
});
