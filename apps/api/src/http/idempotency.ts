import { createHash, createHmac } from 'node:crypto';
import { deriveKey } from '@crewboard/app-secret';
import { idempotencyKeyHeader, maxIdempotencyKeyLength } from '@crewboard/contracts';
import type { ChangeNotifier } from '@crewboard/db';
import type { FastifyRequest } from 'fastify';
import { type Actor, getShareOwnerId } from '../auth/actor.ts';
import { bearerToken, type Caller } from '../auth/authenticate.ts';
import { invalid } from '../errors.ts';
import { inProgress, KeyedRequest } from '../features/idempotency/keyed-request.ts';
import { openBody, sealBody } from '../features/idempotency/seal-body.ts';
import { KeyedLimit } from '../limits/keyed-limit.ts';
import { type RequestLimits, tooManyRequests } from '../limits/request-limits.ts';
import type { TeamDatabases } from '../limits/team-databases.ts';
import { limitKeyOf } from './admission.ts';

/** Requests with the same key wait for the running one, in memory. */
const sameKey = { maxRunning: 1, maxWaiting: 256, maxWaitMs: 2_000 };

/** A kept response counts as one more request of its credential for each of these. */
const bytesPerRequest = 16 * 1024;

const visibleAscii = /^[!-~]+$/;

/** The key of a request; undefined without one. Throws VALIDATION_ERROR for one that is malformed or sent twice. */
export function readIdempotencyKey({ raw }: FastifyRequest): string | undefined {
  const values = raw.headersDistinct[idempotencyKeyHeader.toLowerCase()];
  if (values === undefined) return undefined;
  const [key = '', ...others] = values;
  if (others.length === 0 && key.length <= maxIdempotencyKeyLength && visibleAscii.test(key)) return key;
  const message = `must be sent once and have 1 to ${maxIdempotencyKeyLength} visible ASCII characters, without spaces`;
  throw invalid([{ path: idempotencyKeyHeader, message }]);
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** The same text for every order of the fields of its objects. */
const toCanonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** A response whose body is JSON text; undefined for one without a body. */
export type TextResponse = { status: number; text: string | undefined };

type Call = {
  request: FastifyRequest;
  caller: Caller;
  key: string;
  operationId: string;
  input: unknown;
  /** The versions that the request allows (`If-Match`). */
  ifMatch: readonly number[] | null;
  run: (keyedRequest: KeyedRequest) => Promise<TextResponse>;
};

type Parts = {
  appSecret: string;
  teamDatabases: TeamDatabases;
  changeNotifier: ChangeNotifier;
  limits: RequestLimits;
};

/** Runs requests with an Idempotency-Key: the first one has an effect, its repetitions get its response. */
export class Idempotency {
  readonly #parts: Parts;
  readonly #running = new KeyedLimit(sameKey);

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * The response of `run`, or of the earlier request with this key. Throws IDEMPOTENCY_IN_PROGRESS when that is running,
   * in this process for longer than 2 s; IDEMPOTENCY_KEY_REUSED when it was another request.
   */
  async respond(call: Call): Promise<TextResponse & { isReplay: boolean }> {
    const { request, caller, key, operationId, input, ifMatch, run } = call;
    const secret = this.#secretOf(request, caller);
    const keyHash = sha256(`${secret} ${key}`);
    const leave = await this.#running.enter(keyHash.toString('base64'));
    if (!leave) throw inProgress();
    const keyedRequest = new KeyedRequest({
      ...{ keyHash, teamDatabases: this.#parts.teamDatabases },
      shareOwnerId: getShareOwnerId(caller.actor),
      requestHash: sha256(`${operationId} ${toCanonicalJson({ input, ifMatch })}`),
    });
    try {
      const response = await run(keyedRequest);
      await this.#commit(keyedRequest, response, (text) => sealBody(text, secret, keyHash), caller);
      return { ...response, isReplay: false };
    } catch (error) {
      const { earlierResponse } = keyedRequest;
      if (!earlierResponse) throw error;
      const { status, body } = earlierResponse;
      return { status, text: openBody(body, secret, keyHash), isReplay: true };
    } finally {
      await keyedRequest.rollback();
      leave();
    }
  }

  /** A response without a body says that there was nothing to do: a repetition tries again. */
  async #commit(
    keyedRequest: KeyedRequest,
    { status, text }: TextResponse,
    seal: (text: string) => Buffer,
    { actor }: Caller,
  ): Promise<void> {
    if (text === undefined) {
      await keyedRequest.commitStage(null);
      return;
    }
    const body = seal(text);
    this.#charge(actor, body.length);
    await keyedRequest.commitResponse({ status, body });
    this.#parts.changeNotifier.notify();
  }

  /** Bounds the bytes that a credential can make the service keep. Throws RATE_LIMITED, before anything is committed. */
  #charge(actor: Actor, bytes: number): void {
    const limitKey = limitKeyOf(actor);
    const requests = Math.floor(bytes / bytesPerRequest);
    if (limitKey === undefined || requests === 0) return;
    const quota = this.#parts.limits.takeRequests(limitKey, requests);
    if (quota && !quota.isAllowed) throw tooManyRequests(quota);
  }

  /** The token; of a person, whose token is another one each minute, something that only this service knows of the session. */
  #secretOf({ raw }: FastifyRequest, { credential }: Caller): string {
    if (credential?.kind !== 'session') return bearerToken(raw.headersDistinct.authorization);
    const sessionKey = deriveKey(this.#parts.appSecret, 'idempotency of sessions');
    return createHmac('sha256', sessionKey).update(credential.id).digest('base64');
  }
}
