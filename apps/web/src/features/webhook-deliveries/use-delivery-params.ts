'use client';

import { usePathname } from 'next/navigation';
import { useMemo } from 'react';
import { useUrlState } from '../../lib/use-url-state.ts';
import { deliveryState, serializeDeliveryParams } from './delivery-filters.ts';

/** The filters and the open delivery in the URL. */
export function useDeliveryParams() {
  const pathname = usePathname();
  const [values, setParams] = useUrlState(deliveryState);
  const { filters, deliveryId } = useMemo(() => {
    const { deliveryId = null, ...filters } = values;
    return { filters, deliveryId };
  }, [values]);
  return {
    filters,
    deliveryId,
    setParams,
    pathOf: (id: string) => serializeDeliveryParams(pathname, { ...filters, deliveryId: id }),
  };
}
