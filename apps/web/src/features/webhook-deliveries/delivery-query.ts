import type { AppRouter } from '@crewboard/api/router';
import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { pollInterval } from '#domain/webhooks/poll-interval.ts';
import type { DeliveryFilters } from './delivery-filters.ts';

const PAGE_LENGTH = 50;
const MAX_PAGES = 10;

/**
 * The deliveries to an endpoint, the newest first: the same query for the server, which prefetches it, and the browser.
 * Polls, because deliveries have no events. Each poll reads all loaded pages, so the interval grows with their number.
 */
export const deliveriesOptions = (
  trpc: TRPCOptionsProxy<AppRouter>,
  webhookId: string,
  filters: DeliveryFilters,
) =>
  trpc.webhooks.deliveries.infiniteQueryOptions(
    { ...filters, webhookId, limit: PAGE_LENGTH },
    {
      // A page that is not full is the last one.
      getNextPageParam: (page) => (page.length < PAGE_LENGTH ? undefined : page.at(-1)?.id),
      // Past this number the newest pages are dropped; `DeliveryLog` then shows a button that reads them again.
      maxPages: MAX_PAGES,
      refetchInterval(query) {
        const interval = pollInterval(query);
        return interval && interval * (query.state.data?.pages.length ?? 1);
      },
    },
  );
