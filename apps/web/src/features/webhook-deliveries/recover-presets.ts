import type { Event } from '@crewboard/contracts';

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];
/** The log of deliveries reaches no further back. */
export const MOST_DAYS = 30;

/** From when on to send what did not arrive. */
export interface RecoverPreset {
  value: string;
  label: string;
  since: Date;
  /** It is a moment of this endpoint's life, which is worth showing. */
  isMoment: boolean;
}

/** What stands in the list for a time of one's own. */
export const OWN_TIME = 'own';

interface Moments {
  failingSince: string | null | undefined;
  disabledAt: string | null | undefined;
}

/** The moments from which on something did not arrive come first. */
export function recoverPresets({ failingSince, disabledAt }: Moments, now: Date): RecoverPreset[] {
  const moments = [
    { value: 'failing', label: 'It began to fail', time: failingSince },
    { value: 'disabled', label: 'It was disabled', time: disabledAt },
  ];
  const spans = [
    { value: 'hour', label: 'An hour ago', ms: HOUR_MS },
    { value: 'day', label: 'A day ago', ms: DAY_MS },
  ];
  const earliest = earliestTime(now);
  return [
    ...moments.flatMap(({ time, ...preset }) => {
      if (!time) return [];
      // What failed then had happened shortly before. Nothing arrives twice because of it.
      const since = new Date(Date.parse(time) - MINUTE_MS);
      return since < earliest ? [] : [{ ...preset, since, isMoment: true }];
    }),
    ...spans.map(({ ms, ...preset }) => ({
      ...preset,
      since: new Date(now.getTime() - ms),
      isMoment: false,
    })),
  ];
}

/** A minute is left for the answer to be thought over and for clocks that differ. */
export const earliestTime = (now: Date): Date => new Date(now.getTime() - MOST_DAYS * DAY_MS + MINUTE_MS);

/** What is wrong with a time of one's own. */
export function checkTime(time: Date | null, now: Date): string | null {
  if (!time) return 'A day and a time are needed.';
  if (time > now) return 'The time must not lie in the future.';
  return time < earliestTime(now) ? `It must not lie more than ${MOST_DAYS} days back.` : null;
}

/** When an endpoint was last disabled, from what happened to it, the newest first. */
export function lastDisabledAt(events: Event[] | undefined): string | undefined {
  return events?.find(({ type, changes }) => type === 'webhook.disabled' || changes?.enabled?.after === false)
    ?.createdAt;
}
