// Leases end by the clock of the service, and the clock of the browser may be minutes apart from it.

let aheadMs = 0;

/** Adjusts the clock by a message that the service has just sent. */
export function setServiceTime(sentAt: string): void {
  const ms = Date.parse(sentAt) - Date.now();
  if (Number.isFinite(ms)) aheadMs = ms;
}

/** The time of the service in milliseconds; until its first message, the time of the browser. */
export const serviceNow = (): number => Date.now() + aheadMs;
