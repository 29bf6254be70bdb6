import { inSeconds } from './page-failure.ts';

/** "1 second", "40 seconds", "1 minute", "15 minutes". */
export function describeWait(seconds: number): string {
  if (seconds < 60) return inSeconds(seconds);
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
