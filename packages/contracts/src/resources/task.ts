import { z } from 'zod';
import { maxCountedChildren } from '../bounds/sub-task-bounds.ts';
import { taskFields, taskFieldTexts } from '../fields/task-fields.ts';
import { responseShape, TaskStatus } from '../schemas/field-schemas.ts';
import { Id } from '../schemas/values.ts';
import { AttemptContext } from './attempt.ts';
import { TaskNext } from './task-next.ts';

/** A task, as every response has it. */
export const Task = z.strictObject(responseShape(taskFields, taskFieldTexts)).meta({ id: 'Task' });
export type Task = z.infer<typeof Task>;

/** What a response can include beside the task. */
export const includable = ['instructions', 'context', 'blockers', 'children', 'next'];
const includedNames = `(${includable.join('|')})`;
const isIncludable = (value: string) => value.split(',').every((name) => includable.includes(name));

/** How much text of blockers a response includes, in bytes of UTF-8. */
export const contextBounds = { blockerBytes: 32_768 };

const includeMessage = `must be one of: ${includable.join(', ')}; or several of them, separated by commas`;

export const Include = z
  .string({ error: includeMessage })
  .max(100, { error: includeMessage, abort: true })
  .refine(isIncludable, { error: includeMessage })
  .meta({
    pattern: `^${includedNames}(,${includedNames})*$`,
    description:
      'Additional parts of the response, separated by commas. `instructions`: what the project says to every agent; ' +
      'read them before the task. `context`: how the last attempt ended, and the newest comments. `blockers`: the tasks that it has waited for, with their results. ' +
      '`children`: how many sub-tasks it has. `next`: who acts next, and why.',
    example: 'instructions,context,blockers',
  });

const BlockerInContext = z.strictObject({
  id: Id,
  title: z.string(),
  status: TaskStatus,
  result: z.string().nullable(),
  truncated: z.literal(true).optional().meta({ description: 'The result, or the title, is cut.' }),
});
export type BlockerInContext = z.infer<typeof BlockerInContext>;

const childCount = z.int().min(0).max(maxCountedChildren);
/** How many sub-tasks a task has, including archived ones. The number of open ones is `total - done - cancelled`. */
export const TaskChildren = z.strictObject({ total: childCount, done: childCount, cancelled: childCount });

const Next = TaskNext.nullable().optional().meta({
  description:
    'With `include=next`: who acts next, and why; null for a task that is done, cancelled or archived. It is no part of the version of the task.',
});

/** The response to a request with `include`. */
export const TaskInContext = Task.extend({
  instructions: z
    .string()
    .nullable()
    .optional()
    .meta({ description: 'With `include=instructions`: those of the project, Markdown; null without any.' }),
  context: AttemptContext.optional().meta({
    description: 'With `include=context`: read it when `attempt` is above 1.',
  }),
  blockers: z
    .array(BlockerInContext)
    .optional()
    .meta({
      description:
        'With `include=blockers`: the tasks of `blockedBy`, with titles and results of at most ' +
        `${contextBounds.blockerBytes} bytes in all. The longest are cut first.`,
    }),
  children: TaskChildren.optional().meta({
    description:
      `With \`include=children\`: the sub-tasks, up to ${maxCountedChildren}; of more, the open ones are counted first. ` +
      'Open (`todo`, `in_progress`) are those of `total` that are neither done nor cancelled.',
  }),
  next: Next,
}).meta({ id: 'TaskInContext' });
export type TaskInContext = z.infer<typeof TaskInContext>;

/** A task in a list, where `next` is the only thing that a request can include. */
export const ListedTask = Task.extend({ next: Next }).meta({ id: 'ListedTask' });
export type ListedTask = z.infer<typeof ListedTask>;
