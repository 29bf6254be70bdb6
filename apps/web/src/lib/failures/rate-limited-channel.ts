import { channel } from 'node:diagnostics_channel';

/** Next bundles pages apart from the start of the server, so that they share no variables, only channels. */
export const rateLimitedChannel = channel('crewboard:page-rate-limited');

/** Tells the server that the API limits the person whose page is being rendered, and when to retry. */
export function reportRateLimited(seconds: number): void {
  rateLimitedChannel.publish(seconds);
}
