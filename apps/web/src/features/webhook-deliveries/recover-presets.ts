import { deliveryRetentionDays, type Event } from '@crewboard/contracts';

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];
/** The possible start times of a recovery. */
export interface RecoverPreset {
  value: string;
  label: string;
  since: Date;
  /** A time at which the state of the endpoint changed, shown with the preset. */
  isMoment: boolean;
}

/** The option with a date field. */
export const CUSTOM_TIME = 'custom';

interface Moments {
  failingSince: string | null | undefined;
  disabledAt: string | null | undefined;
}

/** First the time when deliveries began to fail, then fixed periods. */
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
      // The first failed event happened shortly before the failure. Succeeded deliveries are not sent again.
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

/** Leaves a minute for the person to decide and for differing clocks. */
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
