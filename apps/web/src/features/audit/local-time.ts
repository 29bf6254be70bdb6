/** A time for a field of the type datetime-local, which knows no time zone: the reader's, to the minute. */
export function toLocalField(time: string | undefined): string {
  if (!time) return '';
  const date = new Date(time);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** What such a field says, in UTC; nothing while it is empty or only half filled in. */
export function fromLocalField(value: string): string | undefined {
  const date = new Date(value);
  const isTime = !Number.isNaN(date.getTime()) && date.getFullYear() <= 9999;
  return isTime ? date.toISOString() : undefined;
}
