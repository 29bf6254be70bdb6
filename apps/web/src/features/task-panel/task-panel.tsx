'use client';

import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { SidePanel } from '../../components/side-panel.tsx';
import { useBoardLocation } from '../../lib/board/use-board-location.ts';
import { problemOf } from '../../lib/problem-of.ts';
import { useTRPC } from '../../lib/trpc/client.ts';
import { PanelHead } from './panel-head.tsx';
import { TaskDetails } from './task-details.tsx';

/** A task beside the board, at a URL of its own. */
export function TaskPanel({ taskId }: { taskId: string }) {
  const { closeTask } = useBoardLocation();
  const task = useQuery(useTRPC().tasks.get.queryOptions({ taskId }));
  const isMissing = task.isError && problemOf(task.error).code === 'NOT_FOUND';

  return (
    <SidePanel
      fieldsKeepEscape
      head={<PanelHead task={task.data} />}
      idAttribute="data-task-id"
      label={task.data?.title ?? 'Task'}
      onClose={closeTask}
      shownId={taskId}
    >
      {task.isPending && (
        <>
          <Skeleton h={24} mb={16} w="70%" />
          <Skeleton h={120} />
        </>
      )}
      {isMissing && (
        <EmptyState title="There is no such task">
          It is not in this team, or the link is not complete. Close the panel to see the board.
        </EmptyState>
      )}
      {task.isError && !isMissing && !task.data && (
        <ErrorState error={task.error} onRetry={() => void task.refetch()} />
      )}
      {task.data && !isMissing && <TaskDetails task={task.data} />}
    </SidePanel>
  );
}
