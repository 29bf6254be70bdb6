import type { WebClaims } from '@crewboard/app-secret';

/** The header in which a page names the team of its call. */
export const TEAM_HEADER = 'x-crewboard-team';

/** The parameter that replaces the header in the URL of a stream, to which a browser cannot add headers. */
export const TEAM_PARAMETER = 'team';

/** The claims of the token for a call to the API; null without a session. Ignores a malformed team id. */
export function toClaims(session: string | null, team: string | null | undefined): WebClaims | null {
  if (!session) return null;
  return team && /^\w{1,64}$/.test(team) ? { session, team } : { session };
}
