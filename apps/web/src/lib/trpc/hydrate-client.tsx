import { dehydrate, HydrationBoundary, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';

interface HydrateClientProps {
  queryClient: QueryClient;
  children: ReactNode;
}

/** Passes the data that the server has prefetched on to the queries of the components below. */
export function HydrateClient({ queryClient, children }: HydrateClientProps) {
  return <HydrationBoundary state={dehydrate(queryClient)}>{children}</HydrationBoundary>;
}
