import { deliveryRetentionDays, type Event } from '@crewboard/contracts';

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];

/** A start time of a recovery that the dialog offers: events since then that did not arrive are sent. */
export interface RecoverPreset {
  value: string;
  label: string;
  since: Date;
  /** The label names an event, not a time: the dialog shows the time below it. */
  showsTime: boolean;
}

/** The value of the option with a field for any other time. */
export const CUSTOM_TIME = 'custom';

/** When the state of the endpoint changed. */
interface Moments {
  failingSince: string | null | undefined;
  disabledAt: string | null | undefined;
}

/** The presets: first the times when deliveries began to fail and the endpoint was disabled, then fixed periods. */
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
      // A minute earlier: the first missed event happened shortly before. Deliveries that succeeded are not sent again.
      const since = new Date(Date.parse(time) - MINUTE_MS);
      return since < earliest ? [] : [{ ...preset, since, showsTime: true }];
    }),
    ...spans.map(({ ms, ...preset }) => ({
      ...preset,
      since: new Date(now.getTime() - ms),
      showsTime: false,
    })),
  ];
}

/**
 * The earliest start. A minute later than that of the API, because the person takes time to decide and clocks differ.
 */
export const earliestTime = (now: Date): Date =>
  new Date(now.getTime() - deliveryRetentionDays * DAY_MS + MINUTE_MS);

/** Why a custom time is invalid; null when it is valid. */
export function checkTime(time: Date | null, now: Date): string | null {
  if (!time) return 'Enter a day and a time.';
  if (time > now) return 'The time must not be in the future.';
  return time < earliestTime(now) ? `It must be at most ${deliveryRetentionDays} days ago.` : null;
}

/** When an endpoint was last disabled, from its events, the newest first. */
export function findLastDisabledAt(events: Event[] | undefined): string | undefined {
  return events?.find(({ type, changes }) => type === 'webhook.disabled' || changes?.enabled?.after === false)
    ?.createdAt;
}
