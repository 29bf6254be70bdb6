import { type BoardTask, findTextProblem, taskStatuses, textBounds } from '@crewboard/contracts';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTeam } from '#domain/team/team.tsx';
import { byId } from '#lib/by-id.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import { parseSearch } from '../board-filters.ts';
import { useComputed } from '../store/use-computed.ts';

const MAX_PER_STATUS = 4;
const DEBOUNCE_MS = 150;
const noTasks: BoardTask[] = [];

interface FoundTasks {
  /** The tasks of the previous query, until those of this query have arrived. */
  tasks: BoardTask[];
  /** Whether `tasks` are those of this query. */
  isComplete: boolean;
  hasFailed: boolean;
}

/** The task whose external id is the query, then the newest tasks of every status that match it, open ones first. */
export function useFoundTasks(query: string): FoundTasks {
  const trpc = useTRPC();
  const team = useTeam();
  const queryClient = useQueryClient();
  const search = parseSearch(query);
  const [debouncedSearch] = useDebouncedValue(search, DEBOUNCE_MS);

  const {
    data = noTasks,
    isPending,
    isPlaceholderData,
    isError,
  } = useQuery({
    // Under the key of the board, so that it is refetched together with the searches there.
    queryKey: [
      ...trpc.board.pathKey(),
      { input: { teamId: team.id, search: debouncedSearch }, type: 'found' },
    ],
    async queryFn() {
      const externalId = debouncedSearch ?? '';
      const [withExternalId, ...columns] = await Promise.all([
        findTextProblem(externalId, textBounds.externalId)
          ? []
          : queryClient.fetchQuery({
              ...trpc.tasks.list.queryOptions({ teamId: team.id, externalId, limit: 1 }),
              // Unlike the columns, it is not under the key of the board.
              staleTime: 0,
            }),
        ...taskStatuses.map((status) =>
          queryClient.fetchQuery(
            trpc.board.column.queryOptions({
              ...{ teamId: team.id, status, search: debouncedSearch, limit: MAX_PER_STATUS },
            }),
          ),
        ),
      ]);
      return [...byId([...withExternalId, ...columns.flatMap(({ tasks }) => tasks)]).values()];
    },
    enabled: search !== undefined && debouncedSearch !== undefined,
    placeholderData: keepPreviousData,
  });

  const tasks = useComputed((store) => data.map((task) => store.shown(task.id) ?? task), [data]);

  if (search === undefined) return { tasks: noTasks, isComplete: true, hasFailed: false };
  const isComplete = search === debouncedSearch && !isPending && !isPlaceholderData;
  return { tasks, isComplete, hasFailed: search === debouncedSearch && isError };
}
