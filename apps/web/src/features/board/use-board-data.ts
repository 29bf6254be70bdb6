import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { BoardFilters } from '#domain/board/board-filters.ts';
import { useStored } from '#domain/board/store/use-task-store.ts';
import { useTeam } from '#domain/team/team.tsx';
import { byId } from '#lib/by-id.ts';
import { useTRPC } from '#lib/trpc/client.ts';

/** No event tells when an agent was last active, and only admins get the events about members. */
const NAMES_POLL_INTERVAL_MS = 30_000;

/**
 * The team, counts, projects, agents and people that cards and filters show. Each column reads its own tasks, with
 * `useColumn`.
 */
export function useBoardData(filters: BoardFilters) {
  const trpc = useTRPC();
  const { id: teamId } = useTeam();
  const response = useQuery({
    ...trpc.board.counts.queryOptions({ teamId, ...filters }),
    placeholderData: keepPreviousData,
  }).data;
  // Of the response, with what the store has seen change since, and what is under way.
  const counts = useStored((store) => store.counts(response));
  const projects = useQuery(trpc.projects.summaries.queryOptions({ teamId }));
  const agents = useQuery({
    ...trpc.agents.summaries.queryOptions({ teamId }),
    refetchInterval: NAMES_POLL_INTERVAL_MS,
  });

  const people = useQuery({
    ...trpc.members.names.queryOptions({ teamId }),
    refetchInterval: NAMES_POLL_INTERVAL_MS,
  });
  const team = useQuery(trpc.teams.get.queryOptions({ teamId })).data;

  const projectsById = useMemo(() => byId(projects.data), [projects.data]);
  const agentsById = useMemo(() => byId(agents.data), [agents.data]);
  const peopleById = useMemo(() => byId(people.data), [people.data]);
  return {
    team,
    counts,
    projects: projects.data ?? [],
    agents: agents.data ?? [],
    people: people.data ?? [],
    projectsById,
    agentsById,
    peopleById,
  };
}

export type BoardData = ReturnType<typeof useBoardData>;
