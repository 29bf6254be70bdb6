'use client';

import { usePathname } from 'next/navigation';
import { useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import { withoutNulls } from '../../lib/url-state.ts';
import { deliveryParsers, deliveryUrlKeys, serializeDeliveryParams } from './delivery-filters.ts';

/** The filters and the open delivery in the URL: a reload and a link show the same, and the back button works. */
export function useDeliveryParams() {
  const pathname = usePathname();
  const [{ status, type, deliveryId }, setParams] = useQueryStates(deliveryParsers, {
    urlKeys: deliveryUrlKeys,
    history: 'push',
  });
  const filters = useMemo(() => withoutNulls({ status, type }), [status, type]);
  return {
    filters,
    deliveryId,
    /** Changes some of them, where null clears one. */
    setParams,
    pathOf: (id: string) => serializeDeliveryParams(pathname, { ...filters, deliveryId: id }),
  };
}
