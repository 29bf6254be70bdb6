import type { AppRouter } from '@crewboard/api/router';
import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query';

/** The query of the last 200 events about an endpoint. */
export const endpointEvents = (trpc: TRPCOptionsProxy<AppRouter>, teamId: string, webhookId: string) =>
  trpc.events.audit.queryOptions({ teamId, subjectType: 'webhook', subjectId: webhookId, limit: 200 });
