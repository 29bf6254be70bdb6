import { type BoardTask, canWrite, type TaskStatus } from '@crewboard/contracts';
import { statusNames } from '#domain/board/statuses.ts';
import { useBoardLocation } from '#domain/board/use-board-location.ts';
import { useTeam } from '#domain/team/team.tsx';
import { DraggableCard } from '../cards/draggable-card.tsx';
import { toCardProps } from '../cards/task-card.tsx';
import type { BoardData } from '../use-board-data.ts';
import styles from './board-column.module.css';
import type { useCardWindow } from './use-card-window.ts';

interface CardListProps {
  status: TaskStatus;
  isInQueueOrder: boolean;
  tasks: BoardTask[];
  cards: ReturnType<typeof useCardWindow>;
  data: BoardData;
  /** The card that had the focus last. The Tab key returns to it. */
  lastFocusedId: string | null;
  onFocus: (id: string) => void;
}

/**
 * Renders the cards in and near the visible part of a column, and the card that is dragged or had the focus last,
 * within a space as high as all cards of the column.
 */
export function CardList({
  status,
  isInQueueOrder,
  tasks,
  cards,
  data,
  lastFocusedId,
  onFocus,
}: CardListProps) {
  const { filters, taskId, pathOfTask, openTask } = useBoardLocation();
  const canMove = canWrite(useTeam().role);
  const count = data.counts?.[status];
  // The count and the tasks are from different responses. In `aria-setsize`, -1 says that the number is unknown.
  const total = count?.isExact ? Math.max(count.count, tasks.length) : -1;
  if (tasks.length === 0) return null;
  // The Tab key stops at one card of a column; arrow keys move to the others.
  const isHere = tasks.some(({ id }) => id === lastFocusedId);
  const tabStop = isHere ? lastFocusedId : cards.items[0]?.key;

  // `card-focus.ts` reads `data-count` and `data-index`: the last card, which End focuses, may not be rendered yet.
  return (
    <div className={styles.space} style={{ height: cards.height }}>
      <ul
        aria-label={`${statusNames[status]}, ${isInQueueOrder ? 'in the order of the queue' : 'newest first'}`}
        className={styles.list}
        data-count={tasks.length}
        style={{ transform: `translateY(${cards.offset}px)` }}
      >
        {cards.items.map(({ index, key, start }) => {
          const task = tasks[index];
          if (!task) return null;
          // The dragged or last focused card stays rendered far from the others. In their flow it would move them.
          const detachedStyle = cards.isDetached(index)
            ? { position: 'absolute' as const, insetInline: 0, top: start - cards.offset }
            : undefined;
          return (
            <li
              aria-posinset={index + 1}
              aria-setsize={total}
              className={styles.item}
              data-index={index}
              key={key}
              ref={cards.virtualizer.measureElement}
              style={detachedStyle}
            >
              <DraggableCard
                {...toCardProps(task, data, filters)}
                canMove={canMove}
                href={pathOfTask(task.id)}
                isOpen={task.id === taskId}
                isTabStop={task.id === tabStop}
                onFocus={onFocus}
                onOpen={openTask}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
