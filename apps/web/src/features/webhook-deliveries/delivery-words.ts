import type { DeliveryStatus, WebhookAttempt } from '@crewboard/contracts';
import { formatNumber } from '../../lib/format/format-number.ts';
import { relativeTime } from '../../lib/format/relative-time.ts';

export const statusNames: Record<DeliveryStatus, string> = {
  pending: 'Pending',
  succeeded: 'Succeeded',
  failed: 'Failed',
};

const MINUTE_MS = 60_000;

/** "200", or in words why there was no answer. */
export function answerWords({ statusCode, error }: WebhookAttempt): string {
  if (statusCode !== null) return String(statusCode);
  return error?.replace(/\.$/, '') ?? 'No answer';
}

/** What the code alone does not say. */
export function errorBeside({ statusCode, error }: WebhookAttempt): string | null {
  return statusCode === null || error === `The receiver answered ${statusCode}.` ? null : error;
}

export const latencyWords = ({ latencyMs }: WebhookAttempt): string => `${formatNumber(latencyMs)} ms`;

export const attemptsWords = (count: number): string =>
  `${formatNumber(count)} ${count === 1 ? 'attempt' : 'attempts'}`;

/** When something that is pending is tried next, as far as that can be said. */
export function nextTryWords(
  nextAttemptAt: string,
  now: Date,
  { isEnabled, isNamed = false }: { isEnabled: boolean; isNamed?: boolean },
): string {
  if (!isEnabled) return 'waits until the endpoint is enabled';
  const at = new Date(nextAttemptAt);
  const ms = at.getTime() - now.getTime();
  if (ms <= 0) return 'sending now';
  const words = ms < MINUTE_MS ? 'within a minute' : relativeTime(at, now);
  return isNamed ? words : `next try ${words}`;
}

/** Why there is no last answer to show. */
export function noAnswerWords(last: WebhookAttempt | undefined): string {
  if (!last) return 'None yet.';
  return last.error ? `None: ${last.error}` : 'The last attempt brought none.';
}
