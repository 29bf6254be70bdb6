'use client';

import type { AppRouter } from '@crewboard/api/router';
import { useQuery } from '@tanstack/react-query';
import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { useTeam } from '../../domain/team/team.tsx';
import { useTRPC } from '../../lib/trpc/client.ts';
import { lastDisabledAt } from './recover-presets.ts';

/** What happened to an endpoint. */
export const endpointEvents = (trpc: TRPCOptionsProxy<AppRouter>, teamId: string, webhookId: string) =>
  trpc.events.audit.queryOptions({ teamId, subjectType: 'webhook', subjectId: webhookId, limit: 200 });

/** When the endpoint was disabled last. It says so itself only as long as it is. */
export function useLastDisabled(webhookId: string): string | undefined {
  const team = useTeam();
  return lastDisabledAt(useQuery(endpointEvents(useTRPC(), team.id, webhookId)).data?.events);
}
