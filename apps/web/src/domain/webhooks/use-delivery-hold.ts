import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '#lib/trpc/client.ts';

/** The page must poll: no event tells that an operator has resumed deliveries. */
const pollIntervalMs = 10_000;

/** Replaces a message that deliveries will be sent. */
export const deliveriesHeldText = 'Deliveries are held until an operator of this installation resumes them.';

/** Why the installation holds all deliveries; null while it sends them. Only one component of a page should poll. */
export function useDeliveryHold({ isPolled = false } = {}) {
  const refetchInterval = isPolled && pollIntervalMs;
  return useQuery(useTRPC().webhooks.hold.queryOptions(undefined, { refetchInterval })).data?.reason ?? null;
}
