import type { DeliveryStatus, EventType } from '@crewboard/contracts';
import { eventTypes } from '../../domain/events/event-types.ts';
import {
  parseId,
  parseOneOf,
  readUrlState,
  type SearchParams,
  type UrlChanges,
  writeUrlState,
} from '../../lib/url-state.ts';
import { deliveryStatuses } from './delivery-labels.ts';

export interface DeliveryFilters {
  status?: DeliveryStatus;
  type?: EventType;
}

/** The state in the URL: the filters, and the delivery that is open beside the log. */
export const deliveryState = {
  parsers: { status: parseOneOf(deliveryStatuses), type: parseOneOf(eventTypes), deliveryId: parseId },
  urlKeys: { deliveryId: 'delivery' },
};

export function parseDeliveryParams(params: URLSearchParams | SearchParams) {
  const { deliveryId = null, ...filters } = readUrlState(deliveryState, params);
  return { filters, deliveryId };
}

/** Adds the filters and the open delivery to a path. */
export const serializeDeliveryParams = (path: string, params: UrlChanges<typeof deliveryState>): string =>
  writeUrlState(deliveryState, path, params);
