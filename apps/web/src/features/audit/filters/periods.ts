const HOUR_MS = 3_600_000;

/** Periods that end now, by their name in the URL. */
export const periods = {
  '1h': { name: 'Last hour', ms: HOUR_MS },
  '24h': { name: 'Last 24 hours', ms: 24 * HOUR_MS },
  '7d': { name: 'Last 7 days', ms: 7 * 24 * HOUR_MS },
  '30d': { name: 'Last 30 days', ms: 30 * 24 * HOUR_MS },
};
export type Period = keyof typeof periods;

export const periodNames = Object.keys(periods) as Period[];

/** When a period that ends now began, as ISO 8601. */
export const periodStart = (period: Period, now: Date): string =>
  new Date(now.getTime() - periods[period].ms).toISOString();
