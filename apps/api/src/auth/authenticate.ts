import type { Database } from '@crewboard/db';
import { AppError } from '../errors.ts';
import type { Activity } from './activity.ts';
import type { Actor } from './actor.ts';
import { hashToken, type TokenKind, tokenKind } from './tokens.ts';

const statements = {
  agent: {
    name: 'authenticate-agent',
    text: `select id, team_id as "teamId" from agents where token_hash = $1 and status = 'active'`,
  },
  team: {
    name: 'authenticate-team-api-key',
    text: `select id, team_id as "teamId" from api_keys
           where token_hash = $1 and revoked_at is null and (expires_at is null or expires_at > now())`,
  },
} satisfies Record<TokenKind, { name: string; text: string }>;

function unauthenticated(detail: string): AppError {
  return new AppError('UNAUTHENTICATED', detail);
}

function bearerToken(authorization: string[] = []): string {
  if (authorization.length !== 1 || !authorization[0]) {
    throw unauthenticated('Send the header Authorization: Bearer <token>, once.');
  }
  const match = /^bearer +(\S+)$/i.exec(authorization[0]);
  if (!match?.[1]) throw unauthenticated('The Authorization header must be: Bearer <token>.');
  return match[1];
}

/**
 * The actor behind the values of the Authorization header. The database is asked on every request, so that a
 * rotated, revoked or deactivated credential ends at once on every process.
 */
export async function authenticate(
  db: Database,
  activity: Activity,
  authorization: string[] | undefined,
): Promise<Actor> {
  const token = bearerToken(authorization);
  const kind = tokenKind(token);
  if (!kind)
    throw unauthenticated('This is not a token of this service: check that it was copied completely.');
  const { rows } = await db.pool.query<{ id: string; teamId: string }>({
    ...statements[kind],
    values: [hashToken(token)],
  });
  const row = rows[0];
  if (!row) throw unauthenticated('This token is unknown, expired, revoked or was rotated.');
  const actor: Actor = { kind: kind === 'agent' ? 'agent' : 'key', id: row.id, teamId: row.teamId };
  activity.saw(actor);
  return actor;
}
