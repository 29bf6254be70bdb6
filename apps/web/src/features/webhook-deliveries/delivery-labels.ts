import type { DeliveryStatus, WebhookAttempt } from '@crewboard/contracts';
import { formatNumber } from '#lib/format/format-number.ts';
import { relativeTime } from '#lib/format/relative-time.ts';

export const deliveryStatusNames: Record<DeliveryStatus, string> = {
  pending: 'Pending',
  succeeded: 'Succeeded',
  failed: 'Failed',
};

export const deliveryStatuses = Object.keys(deliveryStatusNames) as DeliveryStatus[];

const MINUTE_MS = 60_000;

/** "200", or why there was no response. */
export function responseLabel({ statusCode, error }: WebhookAttempt): string {
  if (statusCode !== null) return String(statusCode);
  return error?.replace(/\.$/, '') ?? 'No response';
}

/** The error of an attempt; null if it only repeats the status code, which is shown beside it. */
export function errorDetail({ statusCode, error }: WebhookAttempt): string | null {
  return statusCode === null || error === `The receiver responded with ${statusCode}.` ? null : error;
}

/** "1,204 ms". */
export const latencyLabel = ({ latencyMs }: WebhookAttempt): string => `${formatNumber(latencyMs)} ms`;

interface NextAttemptOptions {
  isEnabled: boolean;
  /** The installation holds all deliveries. */
  isHeld?: boolean;
  /** "Next attempt" is already shown beside it. */
  isNamed?: boolean;
}

/** When a pending delivery is attempted next, as in "next attempt in 4m". */
export function nextAttemptLabel(
  at: string,
  now: Date,
  { isEnabled, isHeld, isNamed }: NextAttemptOptions,
): string {
  if (!isEnabled) return 'waits until the endpoint is enabled';
  if (isHeld) return 'held';
  const time = new Date(at);
  const ms = time.getTime() - now.getTime();
  if (ms <= 0) return 'sending now';
  const label = ms < MINUTE_MS ? 'within a minute' : relativeTime(time, now);
  return isNamed ? label : `next attempt ${label}`;
}

/** Why there is no response to show, given the last attempt. */
export function noResponseReason(last: WebhookAttempt | undefined): string {
  if (!last) return 'None yet.';
  return last.error ? `None: ${last.error}` : 'The last attempt got no response.';
}
