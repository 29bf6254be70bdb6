'use client';

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTRPC } from '../../lib/trpc/client.ts';
import type { DeliveryFilter } from './delivery-choice.ts';
import { deliveriesIn } from './delivery-pages.ts';
import { deliveriesOptions } from './delivery-query.ts';
import { useFollowLog } from './use-follow-log.ts';

/** The log of an endpoint under a filter, kept current. */
export function useDeliveries(webhookId: string, filter: DeliveryFilter) {
  const log = useInfiniteQuery({
    ...deliveriesOptions(useTRPC(), webhookId, filter),
    placeholderData: keepPreviousData,
  });
  useFollowLog(webhookId, filter, { isShown: log.isSuccess && !log.isPlaceholderData });
  const deliveries = useMemo(() => deliveriesIn(log.data), [log.data]);
  return { ...log, deliveries };
}
