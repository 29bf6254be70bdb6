import type { MemberRole } from '@crewboard/contracts';
import { type Database, defineStatement, queryMany, raw, sql } from '@crewboard/db';
import type { FastifyBaseLogger } from 'fastify';
import { isTeamNotDeleted } from '../is-team-not-deleted.ts';
import { isKeyInForce, isSessionInForce, isValidToken } from './credential-conditions.ts';

/** The credential of a request, as it was at its start. The end of the credential ends the streams of the request. */
export type Credential =
  | { kind: 'agent' | 'key'; id: string; hash: Buffer }
  | { kind: 'session'; id: string; teamId: string | null; role: MemberRole | null };

/** `invalid`: the credential is no longer valid. `changed`: the role or membership of the person has changed. */
type End = 'invalid' | 'changed';
type Watch = { credential: Credential; onEnd: (end: End) => void };

/** Half of the second within which a stream must end after its credential. */
const pollIntervalMs = 500;

/** The columns of the watched credentials of one kind. Tokens have hashes; sessions have teams and roles. */
type Params = {
  ids: string[];
  hashes: (Buffer | null)[];
  teamIds: (string | null)[];
  roles: (MemberRole | null)[];
};
/** A credential that is still valid: `n` is its number in the parameters, from 1. Only a role can change. */
type Valid = { n: number; isUnchanged: boolean };

/** Return the credentials that are still valid. */
const statements = {
  agent: defineStatement<Params, Valid>(
    ({ ids, hashes }) => sql`
    select given.n::int, true as "isUnchanged"
    from unnest(${ids}::text[], ${hashes}::bytea[]) with ordinality as given(id, hash, n)
    join agents on agents.id = given.id and ${isValidToken(raw('given.hash'))}`,
  ),
  key: defineStatement<Params, Valid>(
    ({ ids, hashes }) => sql`
    select given.n::int, true as "isUnchanged"
    from unnest(${ids}::text[], ${hashes}::bytea[]) with ordinality as given(id, hash, n)
    join api_keys on api_keys.id = given.id and api_keys.token_hash = given.hash
      and ${isKeyInForce}`,
  ),
  session: defineStatement<Params, Valid>(
    ({ ids, teamIds, roles }) => sql`
    select given.n::int, members.role::text is not distinct from given.role as "isUnchanged"
    from unnest(${ids}::text[], ${teamIds}::text[], ${roles}::text[])
      with ordinality as given(id, team_id, role, n)
    join sessions on sessions.id = given.id and ${isSessionInForce}
    left join members on members.user_id = sessions.user_id and members.team_id = given.team_id
      and ${isTeamNotDeleted('members.team_id')}`,
  ),
};

/**
 * Ends open streams with their credentials: checks those twice a second, with one query for each kind of credential.
 */
export class Revocations {
  readonly #db: Database;
  readonly #log: FastifyBaseLogger;
  readonly #watches = new Set<Watch>();
  readonly #timer: NodeJS.Timeout;
  #isPolling = false;

  constructor(db: Database, log: FastifyBaseLogger) {
    this.#db = db;
    this.#log = log;
    this.#timer = setInterval(() => void this.#poll(), pollIntervalMs).unref();
  }

  /**
   * Calls `onEnd` when the credential is no longer valid, or the person's role has changed. Returns a function that
   * stops it.
   */
  watch(credential: Credential, onEnd: (end: End) => void): () => void {
    const watch = { credential, onEnd };
    this.#watches.add(watch);
    return () => void this.#watches.delete(watch);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Skips a tick during a check, so that checks do not accumulate while the database is unavailable. */
  async #poll(): Promise<void> {
    if (this.#isPolling || this.#watches.size === 0) return;
    this.#isPolling = true;
    try {
      const byKind = Map.groupBy(this.#watches, ({ credential }) => credential.kind);
      for (const [kind, watches] of byKind) await this.#notifyEnded(kind, watches);
    } catch (error) {
      this.#log.warn({ err: error }, 'could not check whether credentials are still valid; retrying');
    } finally {
      this.#isPolling = false;
    }
  }

  async #notifyEnded(kind: Credential['kind'], watches: Watch[]): Promise<void> {
    const credentials = watches.map(({ credential }) => credential);
    const rows = await queryMany(this.#db.pool, statements[kind], {
      ids: credentials.map(({ id }) => id),
      hashes: credentials.map((each) => (each.kind === 'session' ? null : each.hash)),
      teamIds: credentials.map((each) => (each.kind === 'session' ? each.teamId : null)),
      roles: credentials.map((each) => (each.kind === 'session' ? each.role : null)),
    });
    const isUnchangedByNumber = new Map(rows.map(({ n, isUnchanged }) => [n, isUnchanged]));
    for (const [index, watch] of watches.entries()) {
      const isUnchanged = isUnchangedByNumber.get(index + 1);
      if (!isUnchanged) watch.onEnd(isUnchanged === undefined ? 'invalid' : 'changed');
    }
  }
}
