import { z } from 'zod';
import { Cursor, Limit } from './paging.ts';
import { Id, LongText, oneOf, PathId, Reference, Time, text } from './text.ts';

export const taskStatuses = ['todo', 'in_progress', 'done', 'cancelled'] as const;

export const TaskStatus = oneOf(taskStatuses).meta({ id: 'TaskStatus' });
export type TaskStatus = z.infer<typeof TaskStatus>;

export const TaskPriority = oneOf(['low', 'normal', 'high']).meta({ id: 'TaskPriority' });
export type TaskPriority = z.infer<typeof TaskPriority>;

export const maxTitleLength = 500;

const Title = text({ min: 1, max: maxTitleLength });

export const Task = z
  .strictObject({
    id: Id,
    title: z.string(),
    description: z.string().nullable(),
    status: TaskStatus,
    priority: TaskPriority,
    assignedAgentId: Id.nullable().meta({ description: 'Null while no agent is assigned.' }),
    projectId: Id,
    result: z.string().nullable().meta({ description: 'Null until the task is completed with a result.' }),
    version: z.int().min(1).meta({
      description: '1 on creation, one more with every change. It never falls in the order of the log.',
    }),
    statusChangedAt: Time.meta({
      description:
        'When the status last changed; in progress, when its agent has claimed it or was given it.',
    }),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'Task' });
export type Task = z.infer<typeof Task>;

export const TaskTarget = z.strictObject({ taskId: PathId });

export const ListTasks = z.strictObject({
  teamId: PathId,
  status: TaskStatus.optional(),
  projectId: Reference.meta({ description: 'Tasks of this project only.' }).optional(),
  agentId: Reference.meta({ description: 'Tasks assigned to this agent only.' }).optional(),
  limit: Limit,
  cursor: Cursor.optional(),
});

/** On creation null counts as absent. */
export const CreateTask = z.strictObject({
  teamId: PathId,
  title: Title,
  description: LongText.nullish(),
  projectId: Reference.meta({ description: 'A project of the team.' }),
  assignedAgentId: Reference.nullish().meta({ description: 'An active agent of the team.' }),
  priority: TaskPriority.nullish().meta({ description: '`normal` when absent.' }),
});

/** The fields that can be written after creation. Agents may write title, description and priority. */
export const TaskPatch = z.strictObject({
  title: Title.optional(),
  description: LongText.nullable().optional(),
  priority: TaskPriority.optional(),
  assignedAgentId: Reference.nullable().optional().meta({
    description: 'An active agent of the team. Null takes the task back: a held one becomes `todo`.',
  }),
  projectId: Reference.optional().meta({ description: 'A project of the team.' }),
});
export type TaskPatch = z.infer<typeof TaskPatch>;

/** What a refused field is told, where "unknown field" would not teach enough. */
export const readOnlyTaskFields = new Map([
  ['status', 'is changed with POST /api/tasks/{taskId}/move, not here'],
  ['result', 'is written with POST /api/tasks/{taskId}/complete, not here'],
]);

export const UpdateTask = TaskTarget.extend(TaskPatch.shape);

export const CompleteTask = TaskTarget.extend({
  result: LongText.nullish().meta({ description: 'Stored on the task; null when absent.' }),
});

export const MoveTask = TaskTarget.extend({ status: TaskStatus });

/** The version of the task that the caller has seen: with any other version the call fails and changes nothing. */
const SeenVersion = z.int().min(1);

export const UpdateTaskIfUnchanged = UpdateTask.extend({ version: SeenVersion });

export const MoveTaskIfUnchanged = MoveTask.extend({ version: SeenVersion });
