import { randomUUID } from 'node:crypto';
import type { SecretBox } from '@crewboard/app-secret';
import { build } from '@crewboard/build-info';
import { Webhook } from 'standardwebhooks';
import type { DeliveryOutcome } from '../../metrics/metrics.ts';
import { readAllowList } from '../../outbound/allow-list.ts';
import type { Outbound, Outcome } from '../../outbound/outbound.ts';
import type { WorkerLog } from '../poll-loop.ts';
import type { DueDelivery } from './take-deliveries.ts';

type Parts = { outbound: Outbound; secretBox: SecretBox; log: WorkerLog };

/** An attempt: its request without the body, and the outcome. */
export type Sent = {
  /** The id of the attempt, so that it is recorded once. */
  id: string;
  /** By `performance.now()`. */
  startedAt: number;
  headers: Record<string, string>;
  outcome: Outcome;
};

const unreadableSecret: Outcome = {
  statusCode: null,
  error:
    'The secret cannot be read: neither APP_SECRET nor APP_SECRET_PREVIOUS encrypted it. Rotate the secret of this endpoint.',
  latencyMs: 0,
};

const unexpectedError: Outcome = {
  statusCode: null,
  error: 'Something unexpected happened in the service. Look for the cause in its log.',
  latencyMs: 0,
};

/** A delivery with its body. */
export type Outgoing = { delivery: DueDelivery; body: Buffer };

/** Sends a delivery once. Never rejects: an error is the outcome of the attempt. */
export async function sendDelivery(parts: Parts, outgoing: Outgoing, signal: AbortSignal): Promise<Sent> {
  const attempt = { id: randomUUID(), startedAt: performance.now() };
  try {
    return { ...attempt, ...(await send(parts, outgoing, signal)) };
  } catch (error) {
    parts.log.error({ err: error, delivery: outgoing.delivery.id }, 'cannot send a webhook');
    return { ...attempt, headers: {}, outcome: unexpectedError };
  }
}

async function send(
  { outbound, secretBox }: Parts,
  { delivery, body }: Outgoing,
  signal: AbortSignal,
): Promise<Pick<Sent, 'headers' | 'outcome'>> {
  const { id, url, webhookId } = delivery;
  const secret = await secretBox.open(delivery.secret, webhookId);
  if (secret === undefined) return { headers: {}, outcome: unreadableSecret };
  const previous = delivery.previousSecret && (await secretBox.open(delivery.previousSecret, webhookId));
  const sentAt = new Date();
  // After a rotation, both secrets sign for a day: the header holds a signature of each.
  const signatures = [secret, previous].map((each) => each && new Webhook(each).sign(id, sentAt, body));
  const headers = {
    'content-type': 'application/json',
    'user-agent': `Crewboard/${build.version}`,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1_000)),
    'webhook-signature': signatures.filter(Boolean).join(' '),
  };
  const teamAllow = readAllowList(delivery.teamAllow);
  const outcome = await outbound.post({ url, headers, body, teamAllow, signal });
  return { headers, outcome };
}

/** Only 2xx is a success: redirects are not followed. */
export const isSuccess = ({ statusCode }: Outcome): boolean =>
  statusCode !== null && statusCode >= 200 && statusCode < 300;

/** Whether the receiver wants no more deliveries. */
export const isUnsubscribed = ({ statusCode }: Outcome): boolean => statusCode === 410;

/** How an attempt ended, for metrics. */
export function outcomeKind(outcome: Outcome): DeliveryOutcome {
  if (isSuccess(outcome)) return 'succeeded';
  return outcome.statusCode === null ? 'unreachable' : 'rejected';
}

/** Why an attempt failed, for people; null after a success. */
export function failureOf(outcome: Outcome): string | null {
  if (isSuccess(outcome)) return null;
  if (outcome.error !== null) return outcome.error;
  const { statusCode } = outcome;
  if (isUnsubscribed(outcome)) return 'The receiver responded with 410: it no longer accepts deliveries.';
  if (statusCode >= 300 && statusCode < 400)
    return `The receiver responded with ${statusCode}: redirects are not followed.`;
  return `The receiver responded with ${statusCode}.`;
}
