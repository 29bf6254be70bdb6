import { dehydrate, HydrationBoundary, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';

interface HydrateClientProps {
  queryClient: QueryClient;
  children: ReactNode;
}

/** Hands what the server has prefetched to the queries of the components below. */
export function HydrateClient({ queryClient, children }: HydrateClientProps) {
  return <HydrationBoundary state={dehydrate(queryClient)}>{children}</HydrationBoundary>;
}
