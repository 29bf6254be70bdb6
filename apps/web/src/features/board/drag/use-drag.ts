import type { BoardTask } from '@crewboard/contracts';
import {
  type DragEndEvent,
  type DragStartEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { useState } from 'react';
import { needsConfirmation, useMoveTask } from '#domain/board/changes/task-mutations.ts';
import { focusedElement } from '#lib/focus/focus.ts';
import { focusCard } from '../cards/card-focus.ts';
import { asStatus, draggedTask, moveByColumn } from './drag-logic.ts';

const keyboardCodes = { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] };

/**
 * Drags cards between columns: by mouse, by touch after a short delay, or by keyboard. A drop moves the task.
 * @returns `lifted`, the task that is being dragged, and the handlers for `DndContext`
 */
export function useDrag() {
  const [lifted, setLifted] = useState<BoardTask | null>(null);
  const moveTask = useMoveTask();
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 5 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: moveByColumn, keyboardCodes, scrollBehavior: 'auto' }),
  );

  function onDragEnd({ active, over, activatorEvent }: DragEndEvent) {
    setLifted(null);
    const task = draggedTask(active.data.current);
    const status = asStatus(over?.id);
    if (!task || !status) return;
    const focused = focusedElement();
    const moving = moveTask({ task, status });
    // After a move by keyboard, the focus follows the card.
    if (!(activatorEvent instanceof KeyboardEvent)) return;
    // A confirmation dialog has the focus until it is closed.
    const hasDialog = needsConfirmation({ task, status });
    if (!hasDialog) void focusCard(task.id);
    void moving.then((isMoved) => {
      // A card that was not moved is back as a new element.
      if (hasDialog || !isMoved) return focusCard(task.id, focused);
    });
  }

  return {
    lifted,
    handlers: {
      sensors,
      onDragStart: ({ active }: DragStartEvent) => setLifted(draggedTask(active.data.current)),
      onDragCancel: () => setLifted(null),
      onDragEnd,
    },
  };
}
