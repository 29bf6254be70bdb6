'use client';

import type { TaskNext } from '@crewboard/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTeam } from '#domain/team/team.tsx';
import { useTRPC } from '#lib/trpc/client.ts';

/** The name of what is paused, as far as it is known. */
export function usePausedName({ type, id }: NonNullable<TaskNext['paused']>): string | undefined {
  const trpc = useTRPC();
  const team = useTeam();
  const agents = useQuery(trpc.agents.summaries.queryOptions({ teamId: team.id })).data;
  const projects = useQuery(trpc.projects.summaries.queryOptions({ teamId: team.id })).data;
  if (type === 'team') return team.name;
  const named: readonly { id: string; name: string }[] = (type === 'agent' ? agents : projects) ?? [];
  return named.find((each) => each.id === id)?.name;
}
