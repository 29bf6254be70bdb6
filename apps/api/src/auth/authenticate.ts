import { type AppSecrets, readWebToken, type WebClaims } from '@crewboard/app-secret';
import type { KeyAccess, MemberRole } from '@crewboard/contracts';
import {
  type Database,
  defineStatement,
  type Expression,
  queryMany,
  queryOne,
  raw,
  type Sql,
  sql,
} from '@crewboard/db';
import type { Batch, Batches } from '../batching/batches.ts';
import { AppError, sessionHasEnded } from '../errors.ts';
import { isTeamThere } from '../is-team-there.ts';
import { type Activity, sessionActivityInterval } from './activity.ts';
import type { Actor, AgentActor, KeyActor } from './actor.ts';
import type { Credential } from './revocations.ts';
import { type TokenKind as AnyTokenKind, hashToken, tokenKind } from './tokens.ts';
import { isPreviousTokenInForce, isTokenInForce } from './unchecked-token.ts';

type TokenKind = Exclude<AnyTokenKind, 'invite'>;
/** `access` is that of a team API key; null for an agent. */
type TokenRow = { fingerprint: string; id: string; teamId: string; access: KeyAccess | null };

/** SQL: the fingerprint of a credential, from its stored hash. */
const fingerprint = raw(`encode(token_hash, 'base64')`);
const previousFingerprint = raw(`encode(previous_token_hash, 'base64')`);

/** A subquery hides the length of an array: PostgreSQL keeps one plan, and does not plan each statement anew. */
const anyOf = (hashes: Expression) => sql`any((select ${hashes}::bytea[])::bytea[])`;

/**
 * The valid tokens. `keyed` also has a row, without a token, for each Idempotency-Key that has a row, also an expired
 * one.
 */
const defineLookUp = (select: (hashes: Expression) => Sql) => ({
  plain: defineStatement<{ hashes: Buffer[] }, TokenRow>(({ hashes }) => select(hashes)),
  keyed: defineStatement<{ hashes: Buffer[]; keyHashes: Buffer[] }, TokenRow>(
    ({ hashes, keyHashes }) => sql`${select(hashes)}
    union all
    select encode(key_hash, 'base64'), null, null, null from idempotency_keys where key_hash = ${anyOf(keyHashes)}`,
  ),
});

/** Exported for the test of its plans. */
export const tokenStatements = {
  agent: defineLookUp(
    (hashes) => sql`
    select ${fingerprint} as fingerprint, id, team_id as "teamId", null::text as access from agents
    where token_hash = ${anyOf(hashes)} and ${isTokenInForce}
    union all
    select ${previousFingerprint}, id, team_id, null from agents
    where previous_token_hash = ${anyOf(hashes)} and ${isPreviousTokenInForce}`,
  ),
  team: defineLookUp(
    (hashes) => sql`
    select ${fingerprint} as fingerprint, id, team_id as "teamId", access::text from api_keys
    where token_hash = ${anyOf(hashes)} and revoked_at is null and (expires_at is null or expires_at > now())
      and ${isTeamThere('api_keys.team_id')}`,
  ),
};

const selectSession = defineStatement<
  { session: string; team: string | null; keyHash: Buffer | null },
  SessionRow
>(
  ({ session, team, keyHash }) => sql`
    select sessions.id as "sessionId", sessions.user_id as "userId",
      members.team_id as "teamId", members.role,
      sessions.last_active_at < now() - ${raw(`interval '${sessionActivityInterval}'`)} as "isActivityDue",
      exists (select from idempotency_keys where key_hash = ${keyHash}) as "isKeyUsed"
    from sessions left join members on members.user_id = sessions.user_id and members.team_id = ${team}
      and ${isTeamThere('members.team_id')}
    where sessions.id = ${session} and sessions.revoked_at is null and sessions.expires_at > now()`,
);

type TokenCall = { presented: TokenCredential; keyHash: Buffer | undefined };
type TokenOutcome = { row: TokenRow | undefined; isKeyUsed: boolean };

/** Each credential takes turns with the others: an address bounds its unknown ones, and a credential its requests. */
const lookUpTokens = (kind: TokenKind): Batch<TokenCall, TokenOutcome> => ({
  name: `auth.${kind}`,
  isLookup: true,
  ownerOf: ({ presented }) => presented.fingerprint,
  async send(db, calls) {
    const hashes = calls.map(({ presented }) => presented.hash);
    const keyHashes = calls.flatMap(({ keyHash }) => keyHash ?? []);
    const { plain, keyed } = tokenStatements[kind];
    const rows =
      keyHashes.length > 0
        ? await queryMany(db, keyed, { hashes, keyHashes })
        : await queryMany(db, plain, { hashes });
    const rowByFingerprint = new Map(rows.map((row) => [row.fingerprint, row]));
    return calls.map(({ presented, keyHash }) => ({
      row: rowByFingerprint.get(presented.fingerprint),
      isKeyUsed: keyHash !== undefined && rowByFingerprint.has(keyHash.toString('base64')),
    }));
  },
});

const tokenBatches = { agent: lookUpTokens('agent'), team: lookUpTokens('team') };

type SessionRow = {
  sessionId: string;
  userId: string;
  teamId: string | null;
  role: MemberRole | null;
  isActivityDue: boolean;
  isKeyUsed: boolean;
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

type TokenCredential = { kind: TokenKind; hash: Buffer; fingerprint: string };

/** A well-formed credential; only the database can say whether it is valid. Each has a fingerprint of its own. */
export type PresentedCredential = TokenCredential | { kind: 'web'; claims: WebClaims; fingerprint: string };

/** The credential of a request, without a query. Throws UNAUTHENTICATED for anything but a token of this service. */
export async function readCredential(
  authorization: string[] | undefined,
  secrets: AppSecrets,
): Promise<PresentedCredential> {
  const token = bearerToken(authorization);
  const kind = tokenKind(token);
  if (kind && kind !== 'invite') {
    const hash = hashToken(token);
    return { kind, hash, fingerprint: hash.toString('base64') };
  }
  const mayBeWeb = token.length <= maxWebTokenLength && !token.startsWith('cb_');
  const claims = mayBeWeb ? await readWebToken(secrets, token) : undefined;
  if (claims) return { kind: 'web', claims, fingerprint: `session ${claims.session}` };
  throw unauthenticated('This is not a token of this service: check that it was copied completely.');
}

type Parts = { db: Database; batches: Batches; activity: Activity };

/**
 * The actor, its credential (null for the web server itself, whose credential never ends), and whether its key was
 * used.
 */
export type Caller = { actor: Actor; credential: Credential | null; isKeyUsed: boolean };

/**
 * Finds the caller of a credential, and whether its Idempotency-Key was used, from SHA-256 of both. Throws
 * UNAUTHENTICATED for a credential that is not or no longer valid.
 */
export type Authenticate = (presented: PresentedCredential, keyHash?: Buffer) => Promise<Caller>;

/**
 * Each call of this function queries the database, as the statements do that check a token themselves
 * (`unchecked-token.ts`), so that a rotated, revoked or deactivated credential, an ended session and a changed role take
 * effect at once on every process.
 */
export function createAuthenticate({ db, batches, activity }: Parts): Authenticate {
  async function fromToken(presented: TokenCredential, keyHash: Buffer | undefined): Promise<Caller> {
    const { kind, hash } = presented;
    const { row, isKeyUsed } = await batches.run(tokenBatches[kind], { presented, keyHash });
    if (!row)
      throw unauthenticated(
        'This token is unknown, has expired, or was revoked or rotated. Use a valid token.',
      );
    const { id, teamId, access } = row;
    const actor: AgentActor | KeyActor = access
      ? { kind: 'key', id, teamId, access }
      : { kind: 'agent', id, teamId };
    activity.record(actor);
    return { actor, credential: { kind: actor.kind, id, hash }, isKeyUsed };
  }

  async function fromWeb({ session, team }: WebClaims, keyHash: Buffer | undefined): Promise<Caller> {
    if (!session) return { actor: { kind: 'web' }, credential: null, isKeyUsed: false };
    const row = await queryOne(db.lookups, selectSession, {
      session,
      team: team ?? null,
      keyHash: keyHash ?? null,
    });
    if (!row) throw sessionHasEnded();
    const { userId: id, sessionId, teamId, role, isKeyUsed } = row;
    if (row.isActivityDue) activity.record({ kind: 'session', id: sessionId });
    const isMember = teamId !== null && role !== null;
    return {
      actor: isMember ? { kind: 'member', id, sessionId, teamId, role } : { kind: 'user', id, sessionId },
      credential: { kind: 'session', id: sessionId, teamId, role },
      isKeyUsed,
    };
  }

  return (presented, keyHash) =>
    presented.kind === 'web' ? fromWeb(presented.claims, keyHash) : fromToken(presented, keyHash);
}
