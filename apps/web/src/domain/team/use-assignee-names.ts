'use client';

import type { AppRouter } from '@crewboard/api/router';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { useMemo } from 'react';
import { useTRPC } from '#lib/trpc/client.ts';
import type { AssigneeNames } from './assignee-names.ts';
import { useTeam } from './team.tsx';

type Named = readonly { id: string; name: string }[];

const toNames = (agents: Named = [], people: Named = []): AssigneeNames =>
  new Map([...agents, ...people].map(({ id, name }) => [id, name]));

/** The names of all agents and people of the team. */
export function useAssigneeNames(): AssigneeNames {
  const trpc = useTRPC();
  const { id: teamId } = useTeam();
  const agents = useQuery(trpc.agents.summaries.queryOptions({ teamId })).data;
  const people = useQuery(trpc.members.names.queryOptions({ teamId })).data;
  return useMemo(() => toNames(agents, people), [agents, people]);
}

/** The names that the page has read by now, for code outside of a render. */
export const readAssigneeNames = (
  queryClient: QueryClient,
  trpc: TRPCOptionsProxy<AppRouter>,
  teamId: string,
): AssigneeNames =>
  toNames(
    queryClient.getQueryData(trpc.agents.summaries.queryKey({ teamId })),
    queryClient.getQueryData(trpc.members.names.queryKey({ teamId })),
  );
