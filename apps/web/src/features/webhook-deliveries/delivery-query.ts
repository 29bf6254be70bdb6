import type { AppRouter } from '@crewboard/api/router';
import { infiniteQueryOptions, type QueryFunctionContext } from '@tanstack/react-query';
import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query';
import type { DeliveryFilter } from './delivery-choice.ts';
import type { DeliveryPage } from './delivery-pages.ts';

const PAGE_LENGTH = 50;

type Trpc = TRPCOptionsProxy<AppRouter>;

interface Part extends DeliveryFilter {
  webhookId: string;
  /** Behind which delivery it begins; from the newest end on where there is none. */
  cursor?: string;
}

/** Not under tRPC's own name: after a change the poll is read again, not all that was loaded. */
export const pagesKey = (webhookId: string) => [['webhookDeliveries'], webhookId];
export const pollKey = (trpc: Trpc, webhookId: string) => [
  ...trpc.webhooks.deliveries.pathKey(),
  webhookId,
  'poll',
];

/** Reads a page of the log. */
export async function readDeliveries(
  trpc: Trpc,
  part: Part,
  { client, signal, meta }: Pick<QueryFunctionContext, 'client' | 'signal' | 'meta'>,
): Promise<DeliveryPage> {
  const { queryKey, queryFn } = trpc.webhooks.deliveries.queryOptions({ ...part, limit: PAGE_LENGTH });
  if (typeof queryFn !== 'function') throw new Error('a page is always read');
  const deliveries = await queryFn({ client, queryKey, signal, meta });
  // A page that is not full was the last one.
  return { deliveries, nextCursor: deliveries.length < PAGE_LENGTH ? null : (deliveries.at(-1)?.id ?? null) };
}

/** The log from its newest end backwards: the same query for the server, which prefetches it, and the browser. */
export function deliveriesOptions(trpc: Trpc, webhookId: string, filter: DeliveryFilter) {
  return infiniteQueryOptions({
    queryKey: [...pagesKey(webhookId), filter],
    // tRPC's own infinite query also sends a `direction`, which the API refuses as an unknown field.
    queryFn: ({ pageParam, ...context }) =>
      readDeliveries(trpc, { ...filter, webhookId, cursor: pageParam ?? undefined }, context),
    // It is followed by polls.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }: DeliveryPage) => nextCursor,
  });
}
