import { setImmediate as nextLoopRound } from 'node:timers/promises';
import type { AppSecrets } from '@crewboard/app-secret';
import { addressKey } from '@crewboard/client-address';
import { idempotencyKeyHeader } from '@crewboard/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Activity } from '../auth/activity.ts';
import type { Actor, WebActor } from '../auth/actor.ts';
import {
  type Authenticate,
  type Caller,
  type PresentedCredential,
  readCredential,
} from '../auth/authenticate.ts';
import { UncheckedToken } from '../auth/unchecked-token.ts';
import { AppError } from '../errors.ts';
import type { Release } from '../limits/keyed-limit.ts';
import { type RequestLimits, tooManyRequests } from '../limits/request-limits.ts';
import type { Quota } from '../limits/token-buckets.ts';
import { type PresentedKey, readIdempotencyKey } from './idempotency/idempotency-key.ts';

const maxKnownCredentials = 50_000;

/** An operation on many items counts as one request for each 10 items. */
export const itemsPerRequest = 10;

/**
 * The key that requests are counted by: the agent, the key, or the person with all sessions. Undefined for the web
 * server.
 */
export function limitKeyOf(actor: Exclude<Actor, WebActor>): string;
export function limitKeyOf(actor: Actor): string | undefined;
export function limitKeyOf(actor: Actor): string | undefined {
  if (actor.kind === 'web') return undefined;
  return actor.kind === 'agent' || actor.kind === 'key' ? `${actor.kind}:${actor.id}` : `user:${actor.id}`;
}

/** The key that failed authentications are counted by. A connection that was reset has no address. */
export const addressKeyOf = ({ ip }: FastifyRequest) => addressKey(ip ?? '');

/**
 * Whether a part of the body has yet to arrive. Node parses a body that came with the headers one round of the loop
 * later.
 */
async function expectsBody({ method, raw }: FastifyRequest): Promise<boolean> {
  if (method === 'GET' || method === 'HEAD' || raw.complete) return false;
  await nextLoopRound();
  return !raw.complete;
}

type Parts = {
  appSecrets: AppSecrets;
  authenticate: Authenticate;
  activity: Activity;
  limits: RequestLimits;
};

type AdmitOptions = {
  /** The number of requests to count: a tRPC batch has several calls. */
  calls?: number;
  /**
   * Whether the statement of the operation checks an agent's token itself: then a known token is not looked up here.
   */
  checksToken?: boolean;
};

type PresentedRequest = { request: FastifyRequest; reply: FastifyReply; presented: PresentedCredential };

/**
 * Decides for every transport, before the body is read, whether a request may run. An address with too many failures
 * gets 429, an invalid credential 401, a credential with too many requests 429. An admitted request then waits for a
 * place among the requests in flight of its credential.
 */
export class Admission {
  readonly #appSecrets: AppSecrets;
  readonly #authenticate: Authenticate;
  readonly #activity: Activity;
  readonly #limits: RequestLimits;
  /**
   * The actors of recently valid credentials, by fingerprint: their own limits apply before a look-up, and the limit of
   * the address does not apply to them.
   * `maxSize` and not `max`, which would allocate memory for all entries at once.
   */
  readonly #known = new LRUCache<string, Actor>({ maxSize: maxKnownCredentials, sizeCalculation: () => 1 });

  constructor({ appSecrets, authenticate, activity, limits }: Parts) {
    this.#appSecrets = appSecrets;
    this.#authenticate = authenticate;
    this.#activity = activity;
    this.#limits = limits;
  }

  /** Returns the caller, and counts the request. Throws UNAUTHENTICATED and RATE_LIMITED. */
  async admit(
    request: FastifyRequest,
    reply: FastifyReply,
    { calls = 1, checksToken = false }: AdmitOptions = {},
  ): Promise<Caller> {
    const presented = await this.#read(request);
    const known = this.#known.get(presented.fingerprint);
    const knownKey = known && limitKeyOf(known);
    // Check the limit before the lookup: a client that loops above its limit costs no query.
    if (knownKey !== undefined) {
      this.#assertAllowed(reply, this.#limits.credentials?.peek(knownKey, calls));
      await this.#enterInFlight(request, reply, knownKey);
    }
    const unchecked =
      checksToken && known && (await this.#admitKnownAgent(known, { request, reply, presented }));
    if (unchecked) return unchecked;
    const isFreeOfAddressLimit = known !== undefined || presented.kind === 'web';
    const caller = isFreeOfAddressLimit
      ? await this.#lookUp(presented, request)
      : await this.#lookUpWithinAddressLimit({ request, reply, presented });
    const key = limitKeyOf(caller.actor);
    if (key === undefined) return caller;
    this.#known.set(presented.fingerprint, caller.actor);
    this.#assertAllowed(reply, this.#limits.credentials?.take(key, calls));
    // The request of a known credential has entered above.
    if (known === undefined) await this.#enterInFlight(request, reply, key);
    return caller;
  }

  /**
   * Admits a known agent without a lookup of its token. Returns undefined where the request needs a lookup: with an
   * Idempotency-Key, the same query looks up the key; while the body arrives, the token may end.
   */
  async #admitKnownAgent(
    known: Actor,
    { request, reply, presented }: PresentedRequest,
  ): Promise<Caller | undefined> {
    if (presented.kind !== 'agent' || known.kind !== 'agent') return undefined;
    if (request.headers[idempotencyKeyHeader.toLowerCase()] !== undefined) return undefined;
    if (await expectsBody(request)) return undefined;
    const { hash } = presented;
    const key = limitKeyOf(known);
    this.#assertAllowed(reply, this.#limits.credentials?.take(key, 1));
    request.uncheckedToken = new UncheckedToken(hash, {
      lookUp: () => this.#lookUpOrRefund(key, { request, reply, presented }),
      onConfirm: () => this.#activity.record(known),
    });
    return { actor: known, credential: { kind: 'agent', id: known.id, hash }, isIdempotencyKeyUsed: false };
  }

  /** Looks up the token. Refunds the request of an ended token: it must not use up the quota of the new token. */
  async #lookUpOrRefund(key: string, { request, reply, presented }: PresentedRequest): Promise<void> {
    try {
      await this.#lookUp(presented, request);
    } catch (error) {
      // An ended token gets 401, or 429 when its address failed too often; other errors are faults of the service.
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      this.#limits.credentials?.refund(key);
      this.#showRemainingQuota(reply, key);
      throw error;
    }
  }

  /**
   * Charges a request with many items as one request per 10 items. Its response shows the remaining quota, and the next
   * requests of the caller have that much less.
   */
  chargeItems({ caller }: FastifyRequest, reply: FastifyReply, count: number): void {
    const key = caller && limitKeyOf(caller.actor);
    const further = Math.ceil(count / itemsPerRequest) - 1;
    if (!key || further <= 0) return;
    this.#limits.credentials?.spend(key, further);
    this.#showRemainingQuota(reply, key);
  }

  /** Sets the headers with the remaining quota, unless the response was sent. */
  #showRemainingQuota(reply: FastifyReply, key: string): void {
    const quota = this.#limits.credentials?.peek(key, 1);
    if (quota && !reply.sent) this.#setRateHeaders(reply, quota);
  }

  /**
   * Admits a request again after it waited outside of the requests in flight. Returns false when its client has
   * disconnected or no place is free. Throws UNAUTHENTICATED.
   */
  async admitAgain(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const key = request.caller && limitKeyOf(request.caller.actor);
    if (!key || reply.raw.closed) return false;
    try {
      await this.#enterInFlight(request, reply, key);
    } catch (error) {
      if (error instanceof AppError && error.code === 'RATE_LIMITED') return false;
      throw error;
    }
    await this.#lookUp(await this.#read(request), request);
    return !reply.raw.closed;
  }

  /** Waits for a place and keeps it until the response is closed, or `releaseInFlightPlace` is called. */
  async #enterInFlight(request: FastifyRequest, { raw }: FastifyReply, key: string): Promise<void> {
    const release = await this.#limits.enterInFlight(key, raw);
    const releasePlace = () => {
      raw.off('close', releasePlace);
      release();
    };
    request.releaseInFlightPlace = releasePlace;
    // The client may have disconnected during the wait.
    if (raw.closed) releasePlace();
    else raw.once('close', releasePlace);
  }

  /** Sets the headers with the remaining quota, and throws RATE_LIMITED when it is too small. */
  #assertAllowed(reply: FastifyReply, quota: Quota | undefined): void {
    if (!quota) return;
    this.#setRateHeaders(reply, quota);
    if (!quota.isAllowed) throw tooManyRequests(quota);
  }

  /** The header names of draft-ietf-httpapi-ratelimit-headers-10. */
  #setRateHeaders(reply: FastifyReply, { remaining, resetAfterS }: Quota): void {
    reply
      .header('RateLimit-Policy', `"credential";q=${this.#limits.credentials?.perMinute};w=60`)
      .header('RateLimit', `"credential";r=${remaining};t=${resetAfterS}`);
  }

  async #read(request: FastifyRequest): Promise<PresentedCredential> {
    try {
      return await readCredential(request.raw.headersDistinct.authorization, this.#appSecrets);
    } catch (error) {
      this.#limits.takeFailure(addressKeyOf(request));
      throw error;
    }
  }

  /**
   * Bounds concurrent lookups per address: guessed credentials reach the limit of the address before they fill the
   * pool.
   */
  async #lookUpWithinAddressLimit({ request, reply, presented }: PresentedRequest): Promise<Caller> {
    const address = addressKeyOf(request);
    this.#limits.assertAddress(address);
    const release = await this.#limits.enterLookup(address, reply.raw);
    try {
      this.#limits.assertAddress(address);
      return await this.#lookUp(presented, request);
    } finally {
      release();
    }
  }

  async #lookUp(presented: PresentedCredential, request: FastifyRequest): Promise<Caller> {
    const isBodyDue = await expectsBody(request);
    request.authenticateAgain = isBodyDue ? () => this.#lookUp(presented, request) : null;
    request.idempotencyKey = readIdempotencyKey(request, presented, this.#appSecrets[0]);
    try {
      return await this.#authenticate(presented, request.idempotencyKey?.hash);
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNAUTHENTICATED') {
        this.#known.delete(presented.fingerprint);
        // Do not count ended sessions: they come from the address of the web server, which all people share.
        if (presented.kind !== 'web') this.#limits.takeFailure(addressKeyOf(request));
      }
      throw error;
    }
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Gives up the place among the requests in flight before the response ends: an open stream occupies no place. */
    releaseInFlightPlace: Release | null;
    /** Checks the credential again. Set if it was checked before the last byte of the body arrived. */
    authenticateAgain: (() => Promise<Caller>) | null;
    /** Set if the statement of the operation checks the credential. */
    uncheckedToken: UncheckedToken | null;
    /** Set for a POST with a well-formed Idempotency-Key. */
    idempotencyKey: PresentedKey | null;
  }
}
