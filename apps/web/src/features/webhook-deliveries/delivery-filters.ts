import { createLoader, createSerializer, parseAsStringLiteral, type SearchParams } from 'nuqs/server';
import { eventTypes } from '#domain/events/event-types.ts';
import { parseAsId, sortParams, withoutNulls } from '#lib/url/url-state.ts';
import { deliveryStatuses } from './delivery-labels.ts';

/** The state in the URL: the filters, and the delivery that is open beside the log. */
export const deliveryParsers = {
  status: parseAsStringLiteral(deliveryStatuses),
  type: parseAsStringLiteral(eventTypes),
  deliveryId: parseAsId,
};
export const deliveryUrlKeys = { deliveryId: 'delivery' };

const loadParams = createLoader(deliveryParsers, { urlKeys: deliveryUrlKeys });

/** Reads the state from a URL. Ignores invalid values: anybody can edit a URL. */
export function parseDeliveryParams(params: URLSearchParams | SearchParams) {
  const { deliveryId, ...filters } = loadParams(params);
  return { filters: withoutNulls(filters), deliveryId };
}

/** The filters of the delivery log. Absent filters have no key. */
export type DeliveryFilters = ReturnType<typeof parseDeliveryParams>['filters'];

/** Adds the filters and the open delivery to a path. */
export const serializeDeliveryParams = createSerializer(deliveryParsers, {
  urlKeys: deliveryUrlKeys,
  processUrlSearchParams: sortParams,
});
