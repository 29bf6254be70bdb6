import type { AppRouter } from '@crewboard/api/router';
import { createTRPCContext } from '@trpc/tanstack-react-query';

/**
 * The procedures of the API as options of TanStack Query (`useTRPC`), and as plain calls (`useTRPCClient`).
 * `trpc-query-provider.tsx` sends the calls to the web server, which passes them on to the API.
 */
export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();
