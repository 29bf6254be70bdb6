import { useDraggable } from '@dnd-kit/core';
import { memo } from 'react';
import { onPlainClick } from '#lib/keys/on-plain-click.ts';
import { ReleaseButton } from './lazy-card-state.ts';
import styles from './task-card.module.css';
import { TaskCard, type TaskCardProps } from './task-card.tsx';

interface DraggableCardProps extends TaskCardProps {
  href: string;
  isOpen: boolean;
  isTabStop: boolean;
  canMove: boolean;
  onOpen: (id: string) => void;
  onFocus: (id: string) => void;
}

/** A card that people drag to another column or open. It is a link, so that it also opens in another tab. */
export const DraggableCard = memo(function DraggableCard(props: DraggableCardProps) {
  const { task, href, isOpen, isTabStop, canMove, onOpen, onFocus, ...card } = props;
  const { setNodeRef, listeners, attributes, isDragging } = useDraggable({
    id: task.id,
    data: { task },
    disabled: !canMove,
  });

  return (
    <>
      <a
        aria-current={isOpen ? 'true' : undefined}
        // The other attributes of dnd-kit would make a button of the link.
        aria-describedby={canMove ? attributes['aria-describedby'] : undefined}
        className={styles.card}
        data-blocked={(task.isBlocked && task.status === 'todo') || undefined}
        data-lifted={isDragging || undefined}
        data-open={isOpen || undefined}
        data-task-id={task.id}
        draggable={false}
        href={href}
        onClick={onPlainClick(() => onOpen(task.id))}
        onFocus={() => onFocus(task.id)}
        ref={setNodeRef}
        tabIndex={isTabStop ? 0 : -1}
        {...(canMove ? listeners : undefined)}
      >
        <TaskCard {...card} task={task} />
      </a>
      {task.needsAttention && canMove && <ReleaseButton isTabStop={isTabStop} task={task} />}
    </>
  );
});
