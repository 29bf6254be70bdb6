import { type Activity, isVisibleIn, type LoggedEvent } from '@crewboard/contracts';

const MINUTE_MS = 60_000;
const countNames: Partial<Record<string, 'claims' | 'completions'>> = {
  'task.claimed': 'claims',
  'task.completed': 'completions',
};

/** Returns an updater of cached data: it counts a claim or completion in its minute, unless the response did so. */
export const addActivity =
  (event: LoggedEvent) =>
  (activity: Activity | undefined): Activity | undefined => {
    const countName = countNames[event.type];
    if (!activity || !countName || isVisibleIn(activity.snapshot, BigInt(event.xid))) return activity;
    const start = minuteOf(event.createdAt);
    const minutes = untilMinute(activity.minutes, start).map((minute) =>
      minute.start === start ? { ...minute, [countName]: minute[countName] + 1 } : minute,
    );
    return { ...activity, minutes };
  };

const minuteOf = (time: string) =>
  new Date(Math.floor(Date.parse(time) / MINUTE_MS) * MINUTE_MS).toISOString();

/** Appends minutes without events up to `start`, and drops as many of the oldest. */
function untilMinute(minutes: Activity['minutes'], start: string): Activity['minutes'] {
  const extended = [...minutes];
  for (let last = extended.at(-1); last && last.start < start; last = extended.at(-1)) {
    const next = new Date(Date.parse(last.start) + MINUTE_MS).toISOString();
    extended.push({ start: next, claims: 0, completions: 0 });
  }
  return extended.slice(-minutes.length);
}
