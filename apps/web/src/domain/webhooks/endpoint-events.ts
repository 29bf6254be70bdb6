import type { AppRouter } from '@crewboard/api/router';
import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query';

/** The query of the last events about an endpoint: enough to find when it was last disabled, for its recovery. */
export const endpointEvents = (trpc: TRPCOptionsProxy<AppRouter>, teamId: string, webhookId: string) =>
  trpc.events.audit.queryOptions({ teamId, subjectType: 'webhook', subjectId: webhookId, limit: 200 });
