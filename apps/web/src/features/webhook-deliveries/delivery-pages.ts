import type { WebhookDelivery } from '@crewboard/contracts';
import type { InfiniteData } from '@tanstack/react-query';

/** A part of the log, and where the one behind it begins: null at the end of the log. */
export interface DeliveryPage {
  deliveries: WebhookDelivery[];
  nextCursor: string | null;
}
export type DeliveryPages = InfiniteData<DeliveryPage, string | null>;

/** What was read anew: all that the log holds behind `after`, or from its newest end on, as far as it goes. */
export interface Stretch extends DeliveryPage {
  after?: WebhookDelivery;
}

/** So many stay while new ones come in at the top: a log that is left open does not grow without end. */
const MOST_KEPT = 500;

/** An attempt may have been made by now, or be under way: clocks differ, and so does when it was read. */
const DUE_WITHIN_MS = 60_000;

export const deliveriesIn = (pages: InfiniteData<DeliveryPage, unknown> | undefined): WebhookDelivery[] =>
  pages?.pages.flatMap(({ deliveries }) => deliveries) ?? [];

/** Whether it stands further up in the log. */
export function isNewer(one: WebhookDelivery, other: WebhookDelivery): boolean {
  return one.createdAt === other.createdAt ? one.id > other.id : one.createdAt > other.createdAt;
}

/** Between what was read from the newest end and what is known there may be more. */
export function leavesGap({ deliveries, nextCursor }: Stretch, known: WebhookDelivery[]): boolean {
  const [last, newestKnown] = [deliveries.at(-1), known[0]];
  return nextCursor !== null && last !== undefined && newestKnown !== undefined && isNewer(last, newestKnown);
}

/**
 * The log with this part as it is now; what lies before and behind it stays. Its pages become one. Past MOST_KEPT it
 * grows only by what the reader loads: what is cut off at its end is loaded again from the last one kept on.
 */
export function withStretch(pages: DeliveryPages, stretch: Stretch): DeliveryPages {
  const { deliveries, nextCursor, after } = stretch;
  const known = !after && leavesGap(stretch, deliveriesIn(pages)) ? [] : deliveriesIn(pages);
  const last = deliveries.at(-1);
  const ahead = after ? known.filter((each) => !isNewer(after, each)) : [];
  const behind = nextCursor !== null && last ? known.filter((each) => isNewer(last, each)) : [];
  const reachesFurther = behind.length === 0 && last?.id !== known.at(-1)?.id;
  const all = [...ahead, ...deliveries, ...behind];
  const kept = all.slice(0, Math.max(MOST_KEPT, known.length));
  const cursorBehindAll =
    nextCursor === null || reachesFurther ? nextCursor : (pages.pages.at(-1)?.nextCursor ?? null);
  const page = {
    deliveries: kept,
    nextCursor: kept.length < all.length ? (kept.at(-1)?.id ?? null) : cursorBehindAll,
  };
  return { pages: [page], pageParams: [null] };
}

/** The log with this delivery as it is now, where it holds it. */
export function withDelivery(pages: DeliveryPages, delivery: WebhookDelivery): DeliveryPages {
  const replace = (each: WebhookDelivery) => (each.id === delivery.id ? delivery : each);
  return {
    ...pages,
    pages: pages.pages.map((page) => ({ ...page, deliveries: page.deliveries.map(replace) })),
  };
}

/** Behind what was just read, the one before the first that may have been tried meanwhile. */
export function beforeNextDue(
  known: WebhookDelivery[],
  { deliveries, nextCursor }: Stretch,
  now: Date,
): WebhookDelivery | undefined {
  const last = deliveries.at(-1);
  if (nextCursor === null || !last) return undefined;
  const due = known.findIndex(
    (each) =>
      isNewer(last, each) &&
      each.nextAttemptAt !== null &&
      Date.parse(each.nextAttemptAt) <= now.getTime() + DUE_WITHIN_MS,
  );
  return due < 0 ? undefined : (known[due - 1] ?? last);
}
