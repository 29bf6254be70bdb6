import { z } from 'zod';
import { textBounds } from '../bounds/text-bounds.ts';
import { searchBounds } from '../rules/board-rules.ts';
import { TaskPriority, TaskStatus } from '../schemas/field-schemas.ts';
import { Limit } from '../schemas/paging.ts';
import { BoundedCount, Id, Instant, oneOf, PathId, Reference, text } from '../schemas/values.ts';
import { Task } from './task.ts';
import { TaskNext } from './task-next.ts';

/**
 * The filter of the board. `agentId` is an agent, or `nobody` for neither an agent nor a person. `search` looks for the text anywhere in titles and in the
 * first 4 KiB with descriptions, in any case; a search of two letters or digits looks at the beginning of words.
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

/** A task on the board: what its card shows. The texts are read with the task. */
export const BoardTask = Task.omit({ description: true, result: true }).meta({ id: 'BoardTask' });
export type BoardTask = z.infer<typeof BoardTask>;

/** A page of what is archived. It may have fewer tasks than the limit, or none, and still a next one. */
export const ArchivePage = z.strictObject({ tasks: z.array(BoardTask), nextCursor: z.string().nullable() });
export type ArchivePage = z.infer<typeof ArchivePage>;

/** The position of the last task of a page. Not its id: the task may move before the next page is read. */
const NewestCursor = z.strictObject({ time: Instant, id: PathId });
const QueueCursor = z.strictObject({ priority: TaskPriority, rank: text(textBounds.id), id: PathId });
export const BoardCursor = z.union([NewestCursor, QueueCursor]);
export type BoardCursor = z.infer<typeof BoardCursor>;

/** One column, page by page: the newest first (`boardTime`) or, of what is to do, as agents get it from the queue. */
export const BoardColumnQuery = BoardFilter.extend({
  status: TaskStatus,
  /** The newest first when absent. */
  order: oneOf(['newest', 'queue']).optional(),
  limit: Limit,
  cursor: BoardCursor.nullish(),
});

/** A page under a search or a filter may have fewer tasks than the limit, or none, and still a next one. */
export const BoardColumn = z.strictObject({
  tasks: z.array(BoardTask),
  /** How many comments those of the tasks have that have any, by task. */
  commentCounts: z.record(Id, z.int()),
  /** Who acts next on each of them that is open, by task. */
  next: z.record(Id, TaskNext),
  nextCursor: BoardCursor.nullable(),
});
export type BoardColumn = z.infer<typeof BoardColumn>;

/** How many tasks each column holds under the filter: exact by status, and by project and status. */
export const BoardCounts = z.strictObject({
  /** The transactions that were visible to this read: see `isVisibleIn`. */
  snapshot: z.string(),
  todo: BoundedCount,
  in_progress: BoundedCount,
  done: BoundedCount,
  cancelled: BoundedCount,
});
export type BoardCounts = z.infer<typeof BoardCounts>;
