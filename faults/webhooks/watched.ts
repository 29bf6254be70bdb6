import type { Webhook, WebhookAttempt } from '@crewboard/contracts';
import type { Misbehavior } from './misbehaviors.ts';
import type { Receiver } from './support/receiver.ts';
import type { Delivery } from './support/world.ts';

/** An attempt and the state of its delivery after it. */
export type FirstAttempt = WebhookAttempt & Pick<Delivery, 'status' | 'nextAttemptAt'>;

/** A misbehaving receiver beside a healthy one of the same team. */
export type Watched = {
  kind: Misbehavior;
  receiver: Receiver;
  webhook: Webhook;
  /**
   * The end of each request, in any way: milliseconds since its arrival and since 1970, and how many bytes of the
   * response the connection took.
   */
  ends: { afterMs: number; at: number; bytes: number }[];
  /** The first attempt of a delivery; undefined before it has ended. */
  first: FirstAttempt | undefined;
};
