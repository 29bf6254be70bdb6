import { randomUUID } from 'node:crypto';
import type { SecretBox } from '@crewboard/app-secret';
import packageJson from '../../../package.json' with { type: 'json' };
import { readAllowList } from '../../outbound/allow-list.ts';
import type { Outbound, Outcome } from '../../outbound/outbound.ts';
import type { WorkerLog } from './rounds.ts';
import { sign } from './signature.ts';
import type { DueDelivery } from './take-deliveries.ts';

type Parts = { outbound: Outbound; secretBox: SecretBox; log: WorkerLog };

/** What was sent, but for the body, and what came of it. */
export type Sent = {
  /** Of the attempt, so that it is written down once. */
  id: string;
  /** As performance.now() counts. */
  startedAt: number;
  headers: Record<string, string>;
  outcome: Outcome;
};

const unreadable: Outcome = {
  statusCode: null,
  error: 'The secret cannot be read, because APP_SECRET has changed. Rotate the secret of this endpoint.',
  latencyMs: 0,
};

const unexpected: Outcome = {
  statusCode: null,
  error: 'Something unexpected happened in the service. It was logged.',
  latencyMs: 0,
};

/** A delivery with its body. */
export type Outgoing = { delivery: DueDelivery; body: Buffer };

/** Sends a delivery once. Never throws: what went wrong is the outcome, and the schedule goes on. */
export async function sendDelivery(parts: Parts, outgoing: Outgoing, signal: AbortSignal): Promise<Sent> {
  const attempt = { id: randomUUID(), startedAt: performance.now() };
  try {
    return { ...attempt, ...(await send(parts, outgoing, signal)) };
  } catch (error) {
    parts.log.error({ err: error, delivery: outgoing.delivery.id }, 'could not send a webhook');
    return { ...attempt, headers: {}, outcome: unexpected };
  }
}

async function send(
  { outbound, secretBox }: Parts,
  { delivery, body }: Outgoing,
  signal: AbortSignal,
): Promise<Pick<Sent, 'headers' | 'outcome'>> {
  const secret = await secretBox.open(delivery.secret, delivery.webhookId);
  if (secret === undefined) return { headers: {}, outcome: unreadable };
  const previous =
    delivery.previousSecret && (await secretBox.open(delivery.previousSecret, delivery.webhookId));
  const timestamp = Math.floor(Date.now() / 1_000);
  const signed = { id: delivery.id, timestamp, body };
  const headers = {
    'content-type': 'application/json',
    'user-agent': `Crewboard/${packageJson.version}`,
    'webhook-id': delivery.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': [secret, previous]
      .filter((each) => typeof each === 'string')
      .map((each) => sign(each, signed))
      .join(' '),
  };
  const teamAllow = readAllowList(delivery.teamAllow);
  const outcome = await outbound.post({ url: delivery.url, headers, body, teamAllow, signal });
  return { headers, outcome };
}

/** Only 2xx is a success: redirects are not followed. */
export const isSuccess = ({ statusCode }: Outcome): boolean =>
  statusCode !== null && statusCode >= 200 && statusCode < 300;

/** The receiver wants to hear no more. */
export const isGone = ({ statusCode }: Outcome): boolean => statusCode === 410;

/** Why an attempt failed, for people; null when it did not. */
export function failureOf(outcome: Outcome): string | null {
  if (isSuccess(outcome)) return null;
  if (outcome.error !== null) return outcome.error;
  const { statusCode } = outcome;
  if (isGone(outcome)) return 'The receiver answered 410: it wants no more deliveries.';
  if (statusCode >= 300 && statusCode < 400)
    return `The receiver answered ${statusCode}: redirects are not followed.`;
  return `The receiver answered ${statusCode}.`;
}
