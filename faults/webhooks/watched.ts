import type { Webhook, WebhookAttempt } from '@crewboard/contracts';
import type { BadReceiver } from './bad-receivers.ts';
import type { Receiver } from './support/receiver.ts';
import type { Delivery } from './support/world.ts';

/** An attempt and what it left of its delivery. */
export type FirstAttempt = WebhookAttempt & Pick<Delivery, 'status' | 'nextAttemptAt'>;

/** What a bad receiver does beside a healthy one of the same team. */
export type Watched = {
  kind: BadReceiver;
  receiver: Receiver;
  webhook: Webhook;
  /** When requests ended, however they did, and what of the answer the connection took. */
  ends: { after: number; at: number; bytes: number }[];
  first: FirstAttempt | undefined;
};
