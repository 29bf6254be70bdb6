import type { BoardColumn, Event } from '@crewboard/contracts';
import { useSyncExternalStore } from 'react';

// Beside the cached tasks, because no event but that of a comment tells the count. Comments cannot be deleted: of two
// counts of a task, the greater one is newer. A page that shows more tasks than this forgets the oldest counts.

const maxKept = 20_000;
const countByTask = new Map<string, number>();
const listeners = new Set<() => void>();

export function noteCommentCounts({ commentCounts }: Pick<BoardColumn, 'commentCounts'>): void {
  for (const [id, count] of Object.entries(commentCounts)) noteCommentCount(id, count);
}

/** Nothing for events that are not about a comment. */
export function noteComment({ subject, changes }: Event): void {
  const { number = 0 } = (changes?.comment?.after ?? {}) as { number?: number };
  noteCommentCount(subject.id, number);
}

function noteCommentCount(taskId: string, count: number): void {
  if (count <= commentCountOf(taskId)) return;
  countByTask.set(taskId, count);
  const [oldest = ''] = countByTask.keys();
  if (countByTask.size > maxKept) countByTask.delete(oldest);
  for (const listener of listeners) listener();
}

/** How many comments a task has, as far as the page knows. */
export const commentCountOf = (taskId: string): number => countByTask.get(taskId) ?? 0;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useCommentCount = (taskId: string): number =>
  useSyncExternalStore(
    subscribe,
    () => commentCountOf(taskId),
    () => 0,
  );
