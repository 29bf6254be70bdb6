import { isInQueueOrder, type TaskStatus } from '@crewboard/contracts';
import { useDndContext, useDroppable } from '@dnd-kit/core';
import { Skeleton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { ErrorState } from '#components/notices/error-state.tsx';
import { StatusIcon } from '#components/task/status-icon.tsx';
import { TaskCount } from '#components/task/task-count.tsx';
import type { BoardFilters } from '#domain/board/board-filters.ts';
import { addColumn } from '#domain/board/card-view.ts';
import { statusNames } from '#domain/board/statuses.ts';
import { useColumn } from '#domain/board/store/use-task-store.ts';
import { useTeam } from '#domain/team/team.tsx';
import { spokenCount } from '#lib/format/format-count.ts';
import { focusCard } from '../cards/card-focus.ts';
import type { BoardData } from '../use-board-data.ts';
import styles from './board-column.module.css';
import { CardList } from './card-list.tsx';
import { OrderButton } from './order-button.tsx';
import { useCardWindow } from './use-card-window.ts';
import type { useTodoOrder } from './use-todo-order.ts';

/** The column requests its next page if fewer loaded cards are left below the rendered ones. */
const minCardsBelow = 15;

interface BoardColumnProps {
  status: TaskStatus;
  filters: BoardFilters;
  data: BoardData;
  order: ReturnType<typeof useTodoOrder>;
}

/** The tasks of one status: loads them page by page as they scroll into view, and takes dropped cards. */
export function BoardColumn({ status, filters, data, order }: BoardColumnProps) {
  const { setNodeRef, isOver } = useDroppable({ id: status });
  const { active } = useDndContext();
  const scroller = useRef<HTMLDivElement>(null);
  const [lastFocusedId, setLastFocusedId] = useState<string | null>(null);
  const { id: teamId } = useTeam();
  const column = useColumn({ teamId, ...filters }, { status, todoOrder: order.todoOrder });
  const { tasks, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = column;
  const keptId = tasks.some(({ id }) => id === active?.id) ? String(active?.id) : lastFocusedId;
  const cards = useCardWindow(scroller, tasks, keptId);

  const isNearEnd = cards.lastIndex >= tasks.length - minCardsBelow;
  useEffect(() => {
    // A request for the next page would cancel a read of the pages before it.
    if (isNearEnd && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [isNearEnd, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);

  // The Show button of a toast, and the dialog for a new task, look for a card in all columns.
  useEffect(
    () =>
      addColumn({
        has: (id) => tasks.some((task) => task.id === id),
        reveal(id) {
          // This renders the card at any scroll position, and the focus scrolls to it.
          setLastFocusedId(id);
          return focusCard(id);
        },
      }),
    [tasks],
  );

  const count = data.counts?.[status];

  return (
    <section
      aria-label={count ? `${statusNames[status]}, ${spokenCount(count)}` : statusNames[status]}
      className={styles.column}
      data-column={status}
      data-over={(active && isOver) || undefined}
      ref={setNodeRef}
    >
      <div className={styles.head}>
        <h2 className={styles.title}>
          <StatusIcon decorative status={status} />
          {statusNames[status]}
          <span className={styles.count}>{count && <TaskCount tasks={count} />}</span>
        </h2>
        {status === 'todo' && <OrderButton {...order} />}
      </div>
      <div
        className={styles.scroller}
        data-scroller
        data-stale={column.isPlaceholderData || undefined}
        ref={scroller}
      >
        {column.isPending && <Skeleton h={72} radius={8} />}
        {column.isError && tasks.length === 0 && (
          <ErrorState error={column.error} onRetry={() => void column.refetch()} />
        )}
        {column.isSuccess && tasks.length === 0 && !hasNextPage && <p className={styles.none}>No tasks</p>}
        <CardList
          cards={cards}
          data={data}
          isInQueueOrder={isInQueueOrder({ status, order: order.todoOrder })}
          onFocus={setLastFocusedId}
          status={status}
          tasks={tasks}
          lastFocusedId={lastFocusedId}
        />
        {isFetchNextPageError && <ErrorState error={column.error} onRetry={() => void fetchNextPage()} />}
      </div>
    </section>
  );
}
