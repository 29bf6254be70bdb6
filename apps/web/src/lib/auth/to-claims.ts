import type { WebClaims } from '@crewboard/app-secret';

/** The header in which a page of a team tells for which team it calls. */
export const TEAM_HEADER = 'x-crewboard-team';

/** The same for a stream, with which a browser sends no header of ours. */
export const TEAM_PARAMETER = 'team';

/** What a call claims for a session: nothing without one. A malformed team is none; the API decides about the rest. */
export function toClaims(session: string | null, team: string | null | undefined): WebClaims | null {
  if (!session) return null;
  return team && /^\w{1,64}$/.test(team) ? { session, team } : { session };
}
