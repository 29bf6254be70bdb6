/** The value of a field `datetime-local` for a time: local time, to the minute. */
export function toLocalField(time: Date): string {
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The date in the local time zone, such as 2026-11-21. */
export const toLocalDate = (time: Date): string => toLocalField(time).slice(0, 10);

/** The time of the value of such a field; null while it is incomplete, or its year has more than four digits. */
export function fromLocalField(value: string): Date | null {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) || date.getFullYear() > 9999 ? null : date;
}
