// Plain JavaScript: `npm start` imports it before anything is installed, on any Node.

export const defaultBackupInterval = '24h';

const msByUnit = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A time such as 30m, 24h or 7d in ms. Throws for anything else. */
export function parseBackupInterval(text) {
  const [, count, unit] = /^([1-9]\d{0,3})([mhd])$/.exec(text) ?? [];
  if (!count) throw new Error(`must be a time such as 30m, 24h or 7d; it is "${text}"`);
  return Number(count) * msByUnit[unit];
}

/** Whether to warn operators: for twice BACKUP_EVERY there was no new backup. */
export const isBackupLate = ({ now, newestAt, startedAt, everyMs }) =>
  now - (newestAt ?? startedAt) >= 2 * everyMs;
