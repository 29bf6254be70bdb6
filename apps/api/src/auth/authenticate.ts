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
import { isTeamNotDeleted } from '../is-team-not-deleted.ts';
import { type Activity, sessionActivityInterval } from './activity.ts';
import type { Actor, AgentActor, KeyActor } from './actor.ts';
import {
  isKeyInForce,
  isPreviousTokenInForce,
  isSessionInForce,
  isTokenInForce,
} from './credential-conditions.ts';
import type { Credential } from './revocations.ts';
import { type TokenKind as AnyTokenKind, hashToken, tokenKind } from './tokens.ts';

type Parts = { db: Database; batches: Batches; activity: Activity };

/**
 * `credential` is null for the web server itself, whose credential never ends. `isIdempotencyKeyUsed` says whether the
 * Idempotency-Key of the request was used before.
 */
export type Caller = { actor: Actor; credential: Credential | null; isIdempotencyKeyUsed: boolean };

/**
 * Finds the caller of a credential, and whether the Idempotency-Key with the SHA-256 `keyHash` was used: one query for
 * both. Throws UNAUTHENTICATED if the credential is unknown or has ended.
 */
export type Authenticate = (presented: PresentedCredential, keyHash?: Buffer) => Promise<Caller>;

/**
 * Creates the function that authenticates requests. It queries the database each time, so that a rotated or revoked
 * token, an ended session and a changed role take effect at once in every process. Only `unchecked-token.ts` avoids
 * this query.
 */
export function createAuthenticate({ db, batches, activity }: Parts): Authenticate {
  async function fromToken(presented: TokenCredential, keyHash: Buffer | undefined): Promise<Caller> {
    const { kind, hash } = presented;
    const { row, isIdempotencyKeyUsed } = await batches.run(tokenBatches[kind], { presented, keyHash });
    if (!row)
      throw unauthenticated(
        'This token is unknown, has expired, or was revoked or rotated. Use a valid token.',
      );
    const { id, teamId, access } = row;
    const actor: AgentActor | KeyActor = access
      ? { kind: 'key', id, teamId, access }
      : { kind: 'agent', id, teamId };
    activity.record(actor);
    return { actor, credential: { kind: actor.kind, id, hash }, isIdempotencyKeyUsed };
  }

  async function fromWeb({ session, team }: WebClaims, keyHash: Buffer | undefined): Promise<Caller> {
    if (!session) return { actor: { kind: 'web' }, credential: null, isIdempotencyKeyUsed: false };
    const row = await queryOne(db.lookups, selectSession, {
      session,
      team: team ?? null,
      keyHash: keyHash ?? null,
    });
    if (!row) throw sessionHasEnded();
    const { userId: id, sessionId, teamId, role, isIdempotencyKeyUsed } = row;
    if (row.isActivityDue) activity.record({ kind: 'session', id: sessionId });
    const isMember = teamId !== null && role !== null;
    return {
      actor: isMember ? { kind: 'member', id, sessionId, teamId, role } : { kind: 'user', id, sessionId },
      credential: { kind: 'session', id: sessionId, teamId, role },
      isIdempotencyKeyUsed,
    };
  }

  return (presented, keyHash) =>
    presented.kind === 'web' ? fromWeb(presented.claims, keyHash) : fromToken(presented, keyHash);
}

type TokenKind = Exclude<AnyTokenKind, 'invite'>;
/** `access` is the access of a team API key; null for an agent. */
type TokenRow = { fingerprint: string; id: string; teamId: string; access: KeyAccess | null };

type TokenCredential = { kind: TokenKind; hash: Buffer; fingerprint: string };

/** A well-formed credential, before the database was asked whether it is valid. The fingerprint identifies it. */
export type PresentedCredential = TokenCredential | { kind: 'web'; claims: WebClaims; fingerprint: string };

/** The credential of a request, without a query. Throws UNAUTHENTICATED if it is not a token of this service. */
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

/** The bearer token of a request. Throws UNAUTHENTICATED if it is missing or malformed. */
export function bearerToken(authorization: string[] = []): string {
  if (authorization.length !== 1 || !authorization[0]) {
    throw unauthenticated('Send the header Authorization: Bearer <token>, once.');
  }
  const match = /^bearer +(\S+)$/i.exec(authorization[0]);
  if (!match?.[1]) throw unauthenticated('The Authorization header must be: Bearer <token>.');
  return match[1];
}

/** More than any token of the web server has, whose claims are two ids. Longer texts need no check of a signature. */
const maxWebTokenLength = 1_024;

function unauthenticated(detail: string): AppError {
  return new AppError('UNAUTHENTICATED', detail);
}

/** SQL: the fingerprint of a token, from its stored hash. */
const fingerprint = raw(`encode(token_hash, 'base64')`);
const previousFingerprint = raw(`encode(previous_token_hash, 'base64')`);

/**
 * SQL: `= any(hashes)`. The subquery hides the length of the array, so that PostgreSQL reuses one plan for all lengths.
 */
const anyOf = (hashes: Expression) => sql`any((select ${hashes}::bytea[])::bytea[])`;

/**
 * The statements that find the valid tokens of a batch. `keyed` also returns a row for each Idempotency-Key that was
 * used, with its hash as the fingerprint. An expired key counts: its row must be deleted before a new use.
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
    where token_hash = ${anyOf(hashes)} and ${isKeyInForce}`,
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
      exists (select from idempotency_keys where key_hash = ${keyHash}) as "isIdempotencyKeyUsed"
    from sessions left join members on members.user_id = sessions.user_id and members.team_id = ${team}
      and ${isTeamNotDeleted('members.team_id')}
    where sessions.id = ${session} and ${isSessionInForce}`,
);

type TokenCall = { presented: TokenCredential; keyHash: Buffer | undefined };
type TokenOutcome = { row: TokenRow | undefined; isIdempotencyKeyUsed: boolean };

/**
 * The batch that looks up the tokens of requests that wait at the same time. It takes the calls of each credential in
 * turn: limits bound the unknown credentials of an address, and the requests of a credential.
 */
const defineTokenBatch = (kind: TokenKind): Batch<TokenCall, TokenOutcome> => ({
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
      isIdempotencyKeyUsed: keyHash !== undefined && rowByFingerprint.has(keyHash.toString('base64')),
    }));
  },
});

const tokenBatches = { agent: defineTokenBatch('agent'), team: defineTokenBatch('team') };

type SessionRow = {
  sessionId: string;
  userId: string;
  teamId: string | null;
  role: MemberRole | null;
  isActivityDue: boolean;
  isIdempotencyKeyUsed: boolean;
};
