import { readWebToken, type WebClaims } from '@crewboard/app-secret';
import type { MemberRole } from '@crewboard/contracts';
import type { Database } from '@crewboard/db';
import { AppError } from '../errors.ts';
import type { Activity } from './activity.ts';
import type { Actor } from './actor.ts';
import type { Credential } from './revocations.ts';
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
  session: {
    name: 'authenticate-session',
    text: `select sessions.id as "sessionId", sessions.user_id as "userId",
             members.team_id as "teamId", members.role
           from sessions left join members on members.user_id = sessions.user_id and members.team_id = $2
           where sessions.id = $1 and sessions.revoked_at is null and sessions.expires_at > now()`,
  },
} satisfies Record<TokenKind | 'session', { name: string; text: string }>;

type SessionRow = { sessionId: string; userId: string; teamId: string | null; role: MemberRole | null };

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

type Parts = { db: Database; activity: Activity; appSecret: string };

/** Who calls, and with what: the web server itself comes with nothing that could end. */
export type Caller = { actor: Actor; credential: Credential | null };

/** Tells who is behind the values of the Authorization header. */
export type Authenticate = (authorization: string[] | undefined) => Promise<Caller>;

/**
 * The database is asked on every request, so that a rotated, revoked or deactivated credential, an ended session
 * and a changed role hold at once on every process.
 */
export function createAuthenticate({ db, activity, appSecret }: Parts): Authenticate {
  async function fromToken(token: string, kind: TokenKind): Promise<Caller> {
    const hash = hashToken(token);
    const { rows } = await db.pool.query<{ id: string; teamId: string }>({
      ...statements[kind],
      values: [hash],
    });
    const row = rows[0];
    if (!row) throw unauthenticated('This token is unknown, expired, revoked or was rotated.');
    const actor = { kind: kind === 'agent' ? 'agent' : 'key', id: row.id, teamId: row.teamId } as const;
    activity.saw(actor);
    return { actor, credential: { kind: actor.kind, id: row.id, hash } };
  }

  async function fromWeb({ session, team }: WebClaims): Promise<Caller> {
    if (!session) return { actor: { kind: 'web' }, credential: null };
    const { rows } = await db.pool.query<SessionRow>({
      ...statements.session,
      values: [session, team ?? null],
    });
    const row = rows[0];
    if (!row) throw unauthenticated('The session has ended: sign in again.');
    const { userId: id, sessionId, teamId, role } = row;
    const isMember = teamId !== null && role !== null;
    return {
      actor: isMember ? { kind: 'member', id, sessionId, teamId, role } : { kind: 'user', id, sessionId },
      credential: { kind: 'session', id: sessionId, teamId, role },
    };
  }

  return async (authorization) => {
    const token = bearerToken(authorization);
    const kind = tokenKind(token);
    if (kind) return fromToken(token, kind);
    const claims = token.startsWith('cb_') ? undefined : await readWebToken(appSecret, token);
    if (claims) return fromWeb(claims);
    throw unauthenticated('This is not a token of this service: check that it was copied completely.');
  };
}
