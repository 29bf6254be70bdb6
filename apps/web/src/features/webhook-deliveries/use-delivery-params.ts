import { usePathname } from 'next/navigation';
import { useMemo } from 'react';
import { withoutNulls } from '#lib/url/url-state.ts';
import { useUrlState } from '#lib/url/use-url-state.ts';
import { deliveryParsers, deliveryUrlKeys, serializeDeliveryParams } from './delivery-filters.ts';

/** The filters and the open delivery in the URL. */
export function useDeliveryParams() {
  const pathname = usePathname();
  const [{ status, type, deliveryId }, setParams] = useUrlState(deliveryParsers, deliveryUrlKeys);
  const filters = useMemo(() => withoutNulls({ status, type }), [status, type]);
  return {
    filters,
    deliveryId,
    setParams,
    pathOf: (id: string) => serializeDeliveryParams(pathname, { ...filters, deliveryId: id }),
  };
}
