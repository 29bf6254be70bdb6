import { dehydrate, HydrationBoundary, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';

interface HydrateClientProps {
  queryClient: QueryClient;
  children: ReactNode;
}

/** Hydrates the queries of the components below with prefetched data. */
export function HydrateClient({ queryClient, children }: HydrateClientProps) {
  return <HydrationBoundary state={dehydrate(queryClient)}>{children}</HydrationBoundary>;
}
