const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** "21 Nov", from a date without a time: it is that day wherever it is read. */
export const dayName = (date: string): string => format.format(new Date(`${date}T00:00:00Z`));
