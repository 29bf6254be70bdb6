import { channel } from 'node:diagnostics_channel';

/** Connects pages with the start of the server: Next bundles them apart, so they share no variables, only channels. */
export const rateLimitedChannel = channel('crewboard:page-rate-limited');

/** Tells `correctRateLimitStatus` that the API has rejected a call of the page with 429, and the seconds to wait. */
export function reportRateLimited(seconds: number): void {
  rateLimitedChannel.publish(seconds);
}
