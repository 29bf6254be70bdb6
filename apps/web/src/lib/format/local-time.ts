/** A time for a field of the type datetime-local, which knows no time zone: the reader's, to the minute. */
export function toLocalField(time: Date): string {
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** What such a field says; nothing while it is empty or only half filled in. */
export function fromLocalField(value: string): Date | null {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) || date.getFullYear() > 9999 ? null : date;
}
