import type { AppRouter } from '@crewboard/api/router';
import type { BoardFilter, TaskStatus } from '@crewboard/contracts';
import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query';
import type { TodoOrder } from './todo-order.ts';

const TASKS_PER_PAGE = 50;

/** The query of a column, page by page. The server prefetches it, and the browser reads it, with the same options. */
export function columnOptions(
  trpc: TRPCOptionsProxy<AppRouter>,
  filter: BoardFilter,
  { status, todoOrder }: { status: TaskStatus; todoOrder: TodoOrder },
) {
  const order = status === 'todo' ? todoOrder : undefined;
  return trpc.board.column.infiniteQueryOptions(
    { ...filter, status, order, limit: TASKS_PER_PAGE },
    {
      // No structural sharing: unchanged tasks keep their identity already, and comparing thousands of tasks is slow.
      structuralSharing: false,
      getNextPageParam: ({ nextCursor }) => nextCursor,
    },
  );
}
