import type { DeliveryStatus, EventType } from '@crewboard/contracts';
import { isEventType } from '../../domain/events/event-types.ts';
import { statusNames } from './delivery-words.ts';

/** What narrows the log down. */
export interface DeliveryFilter {
  status?: DeliveryStatus;
  type?: EventType;
}

/** What the URL says: the filters, and the delivery that is open beside the log. */
export interface DeliveryChoice {
  filter: DeliveryFilter;
  deliveryId: string | null;
}

const MAX_ID = 100;
const isStatus = (value: string): value is DeliveryStatus => Object.hasOwn(statusNames, value);

/** Anybody can edit a URL: whatever is not a filter is none. */
export function readDeliveryChoice(params: URLSearchParams): DeliveryChoice {
  const [status, type] = [params.get('status') ?? '', params.get('type') ?? ''];
  const filter: DeliveryFilter = {};
  if (isStatus(status)) filter.status = status;
  if (isEventType(type)) filter.type = type;
  return { filter, deliveryId: readId(params.get('delivery')) };
}

/** "?status=…&type=…&delivery=…", or nothing: the same choice always gives the same text. */
export function writeDeliveryChoice({ filter: { status, type }, deliveryId }: DeliveryChoice): string {
  const params = new URLSearchParams();
  if (status) params.set('status', status);
  if (type) params.set('type', type);
  if (deliveryId) params.set('delivery', deliveryId);
  const text = params.toString();
  return text && `?${text}`;
}

export const isNarrowed = ({ status, type }: DeliveryFilter): boolean => Boolean(status || type);

function readId(value: string | null): string | null {
  const id = value?.trim() ?? '';
  const isGood = id.length > 0 && id.length <= MAX_ID && id.isWellFormed() && !id.includes('\0');
  return isGood ? id : null;
}
