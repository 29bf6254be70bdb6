import type { WebClaims } from '@crewboard/app-secret';

/** The header with the team for which a page calls. */
export const TEAM_HEADER = 'x-crewboard-team';

/** The same for a stream, to which a browser cannot add headers. */
export const TEAM_PARAMETER = 'team';

/** The claims of a call; null without a session. Ignores a malformed team; the API checks the rest. */
export function toClaims(session: string | null, team: string | null | undefined): WebClaims | null {
  if (!session) return null;
  return team && /^\w{1,64}$/.test(team) ? { session, team } : { session };
}
