import { useQuery } from '@tanstack/react-query';
import { useTeam } from '#domain/team/team.tsx';
import { useTRPC } from '#lib/trpc/client.ts';
import { PauseBanner } from './pause-banner.tsx';

/** The banner of a paused team; nothing while the team is not paused. */
export function TeamPause() {
  const { id: teamId } = useTeam();
  const team = useQuery(useTRPC().teams.get.queryOptions({ teamId })).data;
  return team?.paused ? <PauseBanner pause={team.paused} target={{ kind: 'team', ...team }} /> : null;
}
