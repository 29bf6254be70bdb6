export const expiryOptions = [
  { value: 'never', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'date', label: 'On a date' },
];

const DAY_MS = 24 * 60 * 60 * 1000;

/** When the key expires; null is never. A date includes the whole day in the local time zone. */
export function expiresAt({ choice, date }: { choice: string; date: string }, now: Date): string | null {
  if (choice === 'never') return null;
  if (choice !== 'date') return new Date(now.getTime() + Number(choice) * DAY_MS).toISOString();
  return new Date(`${date}T23:59:59.999`).toISOString();
}

export function checkDate(date: string, now: Date): string | null {
  const end = new Date(`${date}T23:59:59.999`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(end.getTime())) return 'Enter a date.';
  return end <= now ? 'The date must not be in the past.' : null;
}

/** Today in the local time zone, as the value of a date field. */
export function today(now: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
