import { z } from 'zod';
import { textBounds } from '../bounds/text-bounds.ts';
import { searchBounds } from '../rules/board-rules.ts';
import { TaskPriority, TaskStatus } from '../schemas/field-schemas.ts';
import { Limit } from '../schemas/paging.ts';
import { BoundedCount, Id, Instant, oneOf, PathId, Reference, text } from '../schemas/values.ts';
import { Task } from './task.ts';
import { TaskNext } from './task-next.ts';

/**
 * The filter of the board. `agentId` may be `nobody`: tasks without an assignee. `search` finds the text anywhere in
 * the first 4 KiB of title and description, regardless of case; two letters or digits are only found at the beginning
 * of words.
 */
export const BoardFilter = z.strictObject({
  teamId: PathId,
  projectId: Reference.optional(),
  agentId: Reference.optional(),
  memberId: Reference.optional(),
  priority: TaskPriority.optional(),
  search: text(searchBounds).optional(),
});
export type BoardFilter = z.infer<typeof BoardFilter>;

/** A task on the board: without the long texts, which its card does not show. */
export const BoardTask = Task.omit({ description: true, result: true }).meta({ id: 'BoardTask' });
export type BoardTask = z.infer<typeof BoardTask>;

/** A page of archived tasks. It may have fewer tasks than the limit, or none, and still a next page. */
export const ArchivePage = z.strictObject({ tasks: z.array(BoardTask), nextCursor: z.string().nullable() });
export type ArchivePage = z.infer<typeof ArchivePage>;

/**
 * The position of the last task of a page. An id would not do, because the task may move before the next page is read.
 */
const NewestCursor = z.strictObject({ time: Instant, id: PathId });
const QueueCursor = z.strictObject({ priority: TaskPriority, rank: text(textBounds.id), id: PathId });
export const BoardCursor = z.union([NewestCursor, QueueCursor]);
export type BoardCursor = z.infer<typeof BoardCursor>;

/** A page of one column: the newest tasks first (`boardTime`), or the column `todo` in the order of the queue. */
export const BoardColumnQuery = BoardFilter.extend({
  status: TaskStatus,
  /** The newest first when absent. */
  order: oneOf(['newest', 'queue']).optional(),
  limit: Limit,
  cursor: BoardCursor.nullish(),
});

/** With a search or a filter, a page may have fewer tasks than the limit, or none, and still a next page. */
export const BoardColumn = z.strictObject({
  tasks: z.array(BoardTask),
  /** How many comments each task has, by id of the task; absent for tasks without comments. */
  commentCounts: z.record(Id, z.int()),
  /** Who acts next on each open task, by id of the task. */
  next: z.record(Id, TaskNext),
  nextCursor: BoardCursor.nullable(),
});
export type BoardColumn = z.infer<typeof BoardColumn>;

/** How many tasks each column has with the filter. Exact without a filter, and with a filter by project alone. */
export const BoardCounts = z.strictObject({
  /** The transactions that were visible to this read: see `isVisibleIn`. */
  snapshot: z.string(),
  todo: BoundedCount,
  in_progress: BoundedCount,
  done: BoundedCount,
  cancelled: BoundedCount,
});
export type BoardCounts = z.infer<typeof BoardCounts>;
