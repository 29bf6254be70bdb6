'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import {
  type DeliveryChoice,
  type DeliveryFilter,
  readDeliveryChoice,
  writeDeliveryChoice,
} from './delivery-choice.ts';

/**
 * Filters and the open delivery stand in the URL, so that a reload and a link show the same and the back button works.
 * It is written without asking the server: the log stays as it is.
 */
export function useDeliveryChoice() {
  const pathname = usePathname();
  const params = useSearchParams();
  const choice = useMemo(() => readDeliveryChoice(new URLSearchParams(params.toString())), [params]);

  const pathTo = (next: Partial<DeliveryChoice>) => pathname + writeDeliveryChoice({ ...choice, ...next });
  const go = (next: Partial<DeliveryChoice>) => {
    const path = pathTo(next);
    if (path !== pathTo({})) window.history.pushState(null, '', path);
  };
  return {
    ...choice,
    pathOf: (deliveryId: string) => pathTo({ deliveryId }),
    open: (deliveryId: string) => go({ deliveryId }),
    close: () => go({ deliveryId: null }),
    narrow: (filter: DeliveryFilter) => go({ filter }),
  };
}
