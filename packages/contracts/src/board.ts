import { z } from 'zod';
import { Cursor, Limit } from './paging.ts';
import { Task, TaskPriority, TaskStatus } from './task.ts';
import { PathId, Reference, text } from './text.ts';

/** What narrows the board. `agentId` is an agent or `nobody`; `search` looks into titles, whatever their case. */
export const BoardFilter = z.strictObject({
  teamId: PathId,
  projectId: Reference.optional(),
  agentId: Reference.optional(),
  priority: TaskPriority.optional(),
  search: text({ max: 200 }).optional(),
});
export type BoardFilter = z.infer<typeof BoardFilter>;

/** One column, page by page, newest first; `cursor` as in the list of tasks. */
export const BoardColumnQuery = BoardFilter.extend({
  status: TaskStatus,
  limit: Limit,
  cursor: Cursor.nullish(),
});

export const BoardColumn = z.strictObject({ tasks: z.array(Task), nextCursor: z.string().nullable() });
export type BoardColumn = z.infer<typeof BoardColumn>;

/** How many tasks each column holds under the filter. */
export const BoardCounts = z.strictObject({
  /** What this read saw of the log: see `isSeenBy`. */
  snapshot: z.string(),
  todo: z.int(),
  in_progress: z.int(),
  done: z.int(),
  cancelled: z.int(),
});
export type BoardCounts = z.infer<typeof BoardCounts>;
