import type { Task, TaskStatus } from '@crewboard/contracts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { useTRPC } from '../../lib/trpc/client.ts';

export const PAGE_LENGTH = 50;

/** What the agent works on comes first. */
export const statusOrder = ['in_progress', 'todo', 'done', 'cancelled'] as const satisfies TaskStatus[];

interface AgentTasksQuery {
  teamId: string;
  agentId: string;
  status: TaskStatus;
}

/** The tasks of an agent in one status, newest first: the same for the server's prefetch and the browser. */
export function agentTasksOptions(trpc: ReturnType<typeof useTRPC>, query: AgentTasksQuery) {
  const input = { ...query, limit: PAGE_LENGTH };
  return infiniteQueryOptions({
    queryKey: [...trpc.tasks.list.queryKey(input), 'pages'],
    // tRPC's own infinite query also sends a `direction`, which the API refuses as an unknown field.
    queryFn: ({ client, pageParam, signal, meta }) => {
      const { queryKey, queryFn } = trpc.tasks.list.queryOptions({ ...input, cursor: pageParam });
      if (typeof queryFn !== 'function') throw new Error('a page is always read');
      return queryFn({ client, queryKey, signal, meta });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: nextCursor,
  });
}

/** The cursor is the id of the last task; a page that is not full was the last one. */
export function nextCursor(page: Task[]): string | undefined {
  return page.length === PAGE_LENGTH ? page.at(-1)?.id : undefined;
}
