import { readWebToken, type WebClaims } from '@crewboard/app-secret';
import type { MemberRole } from '@crewboard/contracts';
import type { Database } from '@crewboard/db';
import { AppError } from '../errors.ts';
import { type Activity, sessionActivityInterval } from './activity.ts';
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
             members.team_id as "teamId", members.role,
             sessions.last_active_at < now() - interval '${sessionActivityInterval}' as "isActivityDue"
           from sessions left join members on members.user_id = sessions.user_id and members.team_id = $2
           where sessions.id = $1 and sessions.revoked_at is null and sessions.expires_at > now()`,
  },
} satisfies Record<TokenKind | 'session', { name: string; text: string }>;

type SessionRow = {
  sessionId: string;
  userId: string;
  teamId: string | null;
  role: MemberRole | null;
  isActivityDue: boolean;
};

function unauthenticated(detail: string): AppError {
  return new AppError('UNAUTHENTICATED', detail);
}

/** The token of a request. Throws UNAUTHENTICATED without one. */
export function bearerToken(authorization: string[] = []): string {
  if (authorization.length !== 1 || !authorization[0]) {
    throw unauthenticated('Send the header Authorization: Bearer <token>, once.');
  }
  const match = /^bearer +(\S+)$/i.exec(authorization[0]);
  if (!match?.[1]) throw unauthenticated('The Authorization header must be: Bearer <token>.');
  return match[1];
}

/** Longer than any token of the web server: its claims are two ids. */
const maxWebTokenLength = 1_024;

/** A well-formed credential; only the database can say whether it is valid. Each has a fingerprint of its own. */
export type PresentedCredential =
  | { kind: TokenKind; hash: Buffer; fingerprint: string }
  | { kind: 'web'; claims: WebClaims; fingerprint: string };

/** The credential of a request, without a query. Throws UNAUTHENTICATED for anything but a token of this service. */
export async function readCredential(
  authorization: string[] | undefined,
  appSecret: string,
): Promise<PresentedCredential> {
  const token = bearerToken(authorization);
  const kind = tokenKind(token);
  if (kind) {
    const hash = hashToken(token);
    return { kind, hash, fingerprint: hash.toString('base64') };
  }
  const mayBeWeb = token.length <= maxWebTokenLength && !token.startsWith('cb_');
  const claims = mayBeWeb ? await readWebToken(appSecret, token) : undefined;
  if (claims) return { kind: 'web', claims, fingerprint: `session ${claims.session}` };
  throw unauthenticated('This is not a token of this service: check that it was copied completely.');
}

type Parts = { db: Database; activity: Activity };

/** The actor and its credential: null for the web server itself, whose credential never ends. */
export type Caller = { actor: Actor; credential: Credential | null };

/** Finds the caller of a credential. Throws UNAUTHENTICATED for one that is not or no longer valid. */
export type Authenticate = (presented: PresentedCredential) => Promise<Caller>;

/**
 * Queries the database on every request, so that a rotated, revoked or deactivated credential, an ended session and a
 * changed role take effect at once on every process.
 */
export function createAuthenticate({ db, activity }: Parts): Authenticate {
  async function fromToken(kind: TokenKind, hash: Buffer): Promise<Caller> {
    const { rows } = await db.pool.query<{ id: string; teamId: string }>({
      ...statements[kind],
      values: [hash],
    });
    const row = rows[0];
    if (!row) throw unauthenticated('This token is unknown, expired, revoked or was rotated.');
    const actor = { kind: kind === 'agent' ? 'agent' : 'key', id: row.id, teamId: row.teamId } as const;
    activity.record(actor);
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
    if (row.isActivityDue) activity.record({ kind: 'session', id: sessionId });
    const isMember = teamId !== null && role !== null;
    return {
      actor: isMember ? { kind: 'member', id, sessionId, teamId, role } : { kind: 'user', id, sessionId },
      credential: { kind: 'session', id: sessionId, teamId, role },
    };
  }

  return (presented) =>
    presented.kind === 'web' ? fromWeb(presented.claims) : fromToken(presented.kind, presented.hash);
}
