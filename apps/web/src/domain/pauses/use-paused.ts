import type { Pause, TaskNext } from '@crewboard/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTeam } from '#domain/team/team.tsx';
import { useTRPC } from '#lib/trpc/client.ts';

interface Paused {
  name: string;
  /** Null once it is resumed. */
  paused: Pause | null;
}

/** The name of a paused agent, project or team, and its pause. Undefined until it is read. */
export function usePaused({ type, id }: NonNullable<TaskNext['paused']>): Paused | undefined {
  const trpc = useTRPC();
  const { id: teamId } = useTeam();
  const agents = useQuery(trpc.agents.summaries.queryOptions({ teamId })).data;
  const projects = useQuery(trpc.projects.summaries.queryOptions({ teamId })).data;
  const team = useQuery({ ...trpc.teams.get.queryOptions({ teamId }), enabled: type === 'team' }).data;
  if (type === 'team') return team;
  const named: readonly (Paused & { id: string })[] = (type === 'agent' ? agents : projects) ?? [];
  return named.find((each) => each.id === id);
}
