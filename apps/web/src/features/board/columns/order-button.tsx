import { UnstyledButton } from '@mantine/core';
import { IconArrowsSort } from '@tabler/icons-react';
import type { TodoOrder } from '#domain/board/todo-order.ts';
import styles from './board-column.module.css';
import type { useTodoOrder } from './use-todo-order.ts';

const texts: Record<TodoOrder, { label: string; about: string; other: TodoOrder; next: string }> = {
  queue: {
    label: 'Queue',
    about:
      'Agents get the topmost task first. Within a priority, an agent gets the tasks assigned to it first.',
    other: 'newest',
    next: 'Show the newest first',
  },
  newest: {
    label: 'Newest first',
    about: 'Agents get tasks in the order of the queue.',
    other: 'queue',
    next: 'Show the queue',
  },
};

/** Names the order of the column To do, and switches to the other one. */
export function OrderButton({ todoOrder, choose }: ReturnType<typeof useTodoOrder>) {
  const { label, about, other, next } = texts[todoOrder];
  return (
    <UnstyledButton
      aria-label={`In order: ${label}. ${next}`}
      className={styles.order}
      onClick={() => choose(other)}
      title={`${about} Click: ${next.toLowerCase()}.`}
    >
      {label}
      <IconArrowsSort aria-hidden size={13} stroke={1.75} />
    </UnstyledButton>
  );
}
