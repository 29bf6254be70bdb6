import type { BoardColumn, Event } from '@crewboard/contracts';
import { useSyncExternalStore } from 'react';

// Beside the cached tasks, because no event but that of a comment tells the count. Comments cannot be deleted: of two
// counts of a task, the greater one is newer.

/** Bounds what a page keeps; the oldest go first. */
const maxKept = 20_000;
const countByTask = new Map<string, number>();
const listeners = new Set<() => void>();

export function noteCommentCounts({ commentCounts }: Pick<BoardColumn, 'commentCounts'>): void {
  const news = Object.entries(commentCounts).filter(([id, count]) => count > (countByTask.get(id) ?? 0));
  for (const [id, count] of news) countByTask.set(id, count);
  for (const id of countByTask.keys()) {
    if (countByTask.size <= maxKept) break;
    countByTask.delete(id);
  }
  if (news.length > 0) for (const listener of listeners) listener();
}

/** Nothing for events that are not about a comment. */
export function noteComment({ subject, changes }: Event): void {
  const { number } = (changes?.comment?.after ?? {}) as { number?: number };
  if (number !== undefined) noteCommentCounts({ commentCounts: { [subject.id]: number } });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How many comments a task has, as far as the page knows. */
export const commentCountOf = (taskId: string): number => countByTask.get(taskId) ?? 0;

const none = () => 0;

export const useCommentCount = (taskId: string): number =>
  useSyncExternalStore(subscribe, () => commentCountOf(taskId), none);
