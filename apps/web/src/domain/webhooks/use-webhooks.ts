import { useQuery } from '@tanstack/react-query';
import { useTeam } from '#domain/team/team.tsx';
import { useTRPC } from '#lib/trpc/client.ts';

/** The page must poll: deliveries change the state of endpoints without an event. */
const pollIntervalMs = 10_000;

/**
 * The endpoints of the team, for admins and owners.
 * @param isPolled whether the page polls their state. Events tell whether they are enabled
 */
export function useWebhooks({ isPolled = false } = {}) {
  const { id: teamId } = useTeam();
  const refetchInterval = isPolled && pollIntervalMs;
  return useQuery(useTRPC().webhooks.list.queryOptions({ teamId }, { refetchInterval }));
}
