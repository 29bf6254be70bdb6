// Leases end by the clock of the service. The clock of the browser may be minutes apart from it.

let aheadMs = 0;

/** Sets the clock from a message that the service has just sent. */
export function setServiceTime(sentAt: string): void {
  const ms = Date.parse(sentAt) - Date.now();
  if (Number.isFinite(ms)) aheadMs = ms;
}

/** The time of the service in milliseconds; that of the browser until the first message. */
export const serviceNow = (): number => Date.now() + aheadMs;
