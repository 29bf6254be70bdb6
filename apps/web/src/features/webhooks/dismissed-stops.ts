import { remember } from '../../lib/remember.ts';

/** Which stops were dismissed in this browser (see stopKey): a cookie, so that the first paint knows it as well. */
export const DISMISSED_STOPS_COOKIE = 'crewboard-dismissed-stops';

/** The newest; an old one comes back only while its endpoint is still disabled. */
const MOST_KEPT = 30;

export const readDismissed = (text = ''): string[] => text.split('~').filter(Boolean);

export function rememberDismissed(stops: string[]): void {
  remember(DISMISSED_STOPS_COOKIE, stops.slice(-MOST_KEPT).join('~'));
}
