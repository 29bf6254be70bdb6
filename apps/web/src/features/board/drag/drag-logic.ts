import type { BoardTask, TaskStatus } from '@crewboard/contracts';
import {
  type Announcements,
  type CollisionDetection,
  closestCenter,
  type KeyboardCoordinateGetter,
  pointerWithin,
  rectIntersection,
} from '@dnd-kit/core';
import { boardStatuses, statusNames } from '#domain/board/statuses.ts';

/** The next column; at the edge, the same one. */
export function columnBeside(status: TaskStatus, step: -1 | 1): TaskStatus {
  return boardStatuses[boardStatuses.indexOf(status) + step] ?? status;
}

export function asStatus(id: unknown): TaskStatus | null {
  return boardStatuses.find((status) => status === id) ?? null;
}

/**
 * The column that a dragged card is over: under the pointer, else most covered by the card; by keyboard, the nearest.
 */
export const findColumn: CollisionDetection = (args) => {
  if (!args.pointerCoordinates) return closestCenter(args);
  const under = pointerWithin(args);
  return under.length > 0 ? under : rectIntersection(args);
};

const steps: Partial<Record<string, -1 | 1>> = { ArrowLeft: -1, KeyH: -1, ArrowRight: 1, KeyL: 1 };

/** The left and right arrow keys, or H and L, move the dragged card by one column. */
export const moveByColumn: KeyboardCoordinateGetter = (event, { currentCoordinates, context }) => {
  const step = steps[event.code];
  // Up and down leave the card where it is, and must not scroll the page.
  if (!step) return event.code.startsWith('Arrow') ? currentCoordinates : undefined;
  event.preventDefault();
  const from = asStatus(context.over?.id) ?? draggedTask(context.active?.data.current)?.status;
  const { collisionRect } = context;
  const rect = from && context.droppableRects.get(columnBeside(from, step));
  if (!rect || !collisionRect) return currentCoordinates;
  return { x: rect.left + (rect.width - collisionRect.width) / 2, y: currentCoordinates.y };
};

/** The task in the data of a draggable card. */
export function draggedTask(data: { task?: BoardTask } | undefined | null): BoardTask | null {
  return data?.task ?? null;
}

/** The announcements for screen readers during a drag. */
export const announcements: Announcements = {
  onDragStart: ({ active }) => {
    const task = draggedTask(active.data.current);
    return task ? `Lifted “${task.title}” from ${statusNames[task.status]}.` : undefined;
  },
  onDragOver: ({ active, over }) => {
    const task = draggedTask(active.data.current);
    const status = asStatus(over?.id);
    if (!task) return undefined;
    // Also fired right after the start: repeat what the start announced.
    if (status === task.status)
      return `Lifted “${task.title}”. It is over ${statusNames[status]}, where it was.`;
    return status ? `“${task.title}” is over ${statusNames[status]}.` : `“${task.title}” is over no column.`;
  },
  onDragEnd: ({ active, over }) => {
    const task = draggedTask(active.data.current);
    const status = asStatus(over?.id);
    if (!task) return undefined;
    if (!status || status === task.status) return `“${task.title}” stays in ${statusNames[task.status]}.`;
    // The result is announced after the response of the API.
    return `Dropped “${task.title}” over ${statusNames[status]}.`;
  },
  onDragCancel: ({ active }) => {
    const task = draggedTask(active.data.current);
    return task ? `Cancelled. “${task.title}” stays in ${statusNames[task.status]}.` : undefined;
  },
};

/** Read to people with a screen reader who focus a card. */
export const instructions = {
  draggable:
    'Enter opens the task. Space lifts it, the left and right arrow keys choose a column, space drops it, escape leaves it where it was.',
};
