'use client';

import type { BoardTask } from '@crewboard/contracts';
import { Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { EmptyState } from '#components/notices/empty-state.tsx';
import { ErrorState } from '#components/notices/error-state.tsx';
import { SidePanel } from '#components/page/side-panel.tsx';
import { findOnCachedBoards } from '#domain/board/cached-boards.ts';
import { useBoardLocation } from '#domain/board/use-board-location.ts';
import { toDisplayedProblem } from '#lib/failures/problem-of.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import { PanelHead } from './panel-head.tsx';
import { TaskDetails } from './task-details.tsx';
import { TaskProperties } from './task-properties.tsx';
import { TaskTimes } from './task-times.tsx';
import styles from './title-field.module.css';

/** The panel of a task beside the board. */
export function TaskPanel({ taskId }: { taskId: string }) {
  const { closeTask } = useBoardLocation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const task = useQuery(trpc.tasks.get.queryOptions({ taskId }));
  const isMissing = task.isError && toDisplayedProblem(task.error).code === 'NOT_FOUND';
  // The cached card is shown at once, even if the service cannot be reached.
  const boards = { queryClient, boardKey: trpc.board.pathKey() };
  const card = task.data || isMissing ? undefined : findOnCachedBoards(boards, taskId);

  return (
    <SidePanel
      fieldsKeepEscape
      head={<PanelHead task={task.data} />}
      idAttribute="data-task-id"
      label={task.data?.title ?? card?.title ?? 'Task'}
      onClose={closeTask}
      shownId={taskId}
    >
      {card && <CardDetails card={card} />}
      {task.isPending && (
        <>
          {!card && <Skeleton h={24} mb={16} w="70%" />}
          <Skeleton h={120} mt={card && 16} />
        </>
      )}
      {isMissing && (
        <EmptyState title="Task not found">
          This team has no task with this id. Check the link, or close the panel to see the board.
        </EmptyState>
      )}
      {task.isError && !isMissing && !task.data && (
        <ErrorState error={task.error} onRetry={() => void task.refetch()} />
      )}
      {task.data && !isMissing && <TaskDetails task={task.data} />}
    </SidePanel>
  );
}

/** The cached fields of a task, until its texts are loaded. */
function CardDetails({ card }: { card: BoardTask }) {
  return (
    <>
      <h2 className={styles.title} dir="auto">
        {card.title}
      </h2>
      <TaskProperties canEdit={false} task={card} />
      <TaskTimes task={card} />
    </>
  );
}
