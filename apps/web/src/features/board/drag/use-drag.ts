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

// Enter does not lift a card: it opens the task.
const keyboardCodes = { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] };

/**
 * Drags cards between columns: by mouse, by touch after a short delay, or by keyboard. A drop moves the task.
 * @returns `lifted`, the task that is being dragged, and the handlers for `DndContext`
 */
export function useDrag() {
  const [lifted, setLifted] = useState<BoardTask | null>(null);
  const moveTask = useMoveTask();
  const sensors = useSensors(
    // In px, so that a hand that is not quite still can click.
    useSensor(MouseSensor, { activationConstraint: { distance: 5 } }),
    // In ms and px: a touch that moves further before the delay is over scrolls.
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: moveByColumn, keyboardCodes, scrollBehavior: 'auto' }),
  );

  function onDragEnd({ active, over, activatorEvent }: DragEndEvent) {
    setLifted(null);
    const task = draggedTask(active.data.current);
    const status = asStatus(over?.id);
    if (!task || !status) return;
    const focusedBefore = focusedElement();
    const moving = moveTask({ task, status });
    // After a move by keyboard, the focus follows the card.
    if (!(activatorEvent instanceof KeyboardEvent)) return;
    // The card moves at once, unless a dialog asks first: that has the focus until it is closed.
    const asksFirst = needsConfirmation({ task, status });
    if (!asksFirst) void focusCard(task.id);
    void moving.then((isMoved) => {
      // A card that was not moved is back as a new element.
      if (asksFirst || !isMoved) return focusCard(task.id, focusedBefore);
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
