import { createHash } from 'node:crypto';
import type { RestOperation } from '@crewboard/contracts';
import type { Caller } from '../../auth/authenticate.ts';
import { AppError, notFound } from '../../errors.ts';
import {
  deletedStage,
  deleteExpiredKey,
  findKeptRequest,
  type KeptRequest,
} from '../../features/idempotency/kept-request.ts';
import { openSecrets, sealSecrets } from '../../features/idempotency/seal-secrets.ts';
import { KeyedLimit } from '../../limits/keyed-limit.ts';
import type { RequestLimits } from '../../limits/request-limits.ts';
import type { Context } from '../../trpc/context.ts';
import { limitKeyOf } from '../admission.ts';
import type { PresentedKey } from './idempotency-key.ts';

/** Requests with the same key wait in memory for the request that is running. */
const sameKeyBounds = { maxRunning: 1, maxWaiting: 256 };
const defaultMaxWaitMs = 2_000;

/** A kept response counts as one more request of its credential for each 16 KiB. */
const bytesPerRequest = 16 * 1024;

/** JSON with the fields of each object sorted, so that equal requests have equal texts. */
const toCanonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

type Call = {
  key: PresentedKey;
  caller: Caller;
  operation: RestOperation;
  input: unknown;
  /** Its verb stores the response under the key that this context gets. */
  ctx: Context;
};

type Run = Pick<Call, 'key' | 'operation' | 'ctx'> & {
  requestHash: Buffer;
  runVerb: () => Promise<unknown>;
};

type Response = { output: unknown; isReplay: boolean };

/** Runs requests with an Idempotency-Key: the first one has an effect, its repetitions get its response. */
export class Idempotency {
  readonly #limits: RequestLimits;
  readonly #running: KeyedLimit;

  constructor(limits: RequestLimits, maxWaitMs = defaultMaxWaitMs) {
    this.#limits = limits;
    this.#running = new KeyedLimit({ ...sameKeyBounds, maxWaitMs });
  }

  /**
   * Prepares the key of a request, before the verb may drop its input. The returned function responds with the output
   * of `runVerb`, or of the earlier request with this key. It throws IDEMPOTENCY_IN_PROGRESS when that is running,
   * in this process for longer than `maxWaitMs` (2 s); IDEMPOTENCY_KEY_REUSED when it was another request.
   */
  prepare({ key, caller, operation, input, ctx }: Call) {
    const request = toCanonicalJson({ input, ifMatch: ctx.ifMatch });
    const requestHash = createHash('sha256').update(`${operation.id} ${request}`).digest();
    return async (runVerb: () => Promise<unknown>): Promise<Response> => {
      const keyName = key.hash.toString('base64');
      const releaseAtOnce = this.#running.tryEnter(keyName);
      const release = releaseAtOnce ?? (await this.#running.enter(keyName));
      if (!release) throw inProgress();
      try {
        // Authentication has looked the key up. Requests that had to wait look the key up again.
        const mayBeKept = caller.isIdempotencyKeyUsed || !releaseAtOnce;
        const kept = mayBeKept ? await findKeptRequest(ctx.db, key.hash) : undefined;
        // The row of an expired key would make the insertion fail, and with it the whole batch.
        if (mayBeKept && !kept) await deleteExpiredKey(ctx.db, key.hash);
        const response = await respond({ key, operation, ctx, requestHash, runVerb }, kept);
        if (!response.isReplay) this.#charge(caller, response.output);
        return response;
      } finally {
        release();
      }
    };
  }

  /** Bounds the bytes that a credential makes the service keep: its next requests wait for them. */
  #charge({ actor }: Caller, output: unknown): void {
    const limitKey = limitKeyOf(actor);
    if (limitKey === undefined || output === undefined) return;
    const requests = Math.floor(Buffer.byteLength(JSON.stringify(output)) / bytesPerRequest);
    if (requests > 0) this.#limits.credentials?.spend(limitKey, requests);
  }
}

/** Whether the request has stored its response. A stage is stored instead of a response that is still to come. */
const hasResponse = (kept: KeptRequest | undefined): kept is KeptRequest & { stage: null } =>
  kept?.stage === null;

/** The kept response, or else that of the verb, whose statement fails when another process was faster. */
async function respond(run: Run, kept: KeptRequest | undefined, isRepeated = false): Promise<Response> {
  const { key, ctx, requestHash, runVerb } = run;
  assertSameRequest(run, kept);
  if (hasResponse(kept)) return replay(run, kept);
  const seal = (secrets: object) => sealSecrets(secrets, key.secret, key.hash);
  ctx.keyedRequest = { keyHash: key.hash, requestHash, reachedStage: kept?.stage ?? null, seal };
  let error: unknown;
  try {
    const output = await runVerb();
    if (output !== undefined) return { output, isReplay: false };
  } catch (thrown) {
    if (isKeyLocked(thrown)) throw inProgress();
    if (!isKeyTaken(thrown) && !isRejection(thrown)) throw thrown;
    error = thrown;
  }
  // This request has stored no response: its key was taken, it was rejected, or claim-next found no task. Another
  // process may have run a request with this key before it.
  const found = await findKeptRequest(ctx.db, key.hash);
  assertSameRequest(run, found);
  if (hasResponse(found)) return replay(run, found);
  if (!isKeyTaken(error)) {
    // Another process has reached a stage, which may be why this request was rejected. The client's next attempt
    // continues from that stage.
    if (found && found.stage !== ctx.keyedRequest.reachedStage) throw inProgress();
    if (error) throw error;
    return { output: undefined, isReplay: false };
  }
  if (found || isRepeated) throw inProgress();
  // The key is taken and yet not found: its row has expired. Delete the row, and run the verb once more.
  await deleteExpiredKey(ctx.db, key.hash);
  return respond(run, undefined, true);
}

/**
 * Throws IDEMPOTENCY_KEY_REUSED for the key of another request, NOT_FOUND if the subject of the response was deleted.
 */
function assertSameRequest({ requestHash }: Run, kept: KeptRequest | undefined): void {
  if (!kept) return;
  if (kept.requestHash.equals(requestHash)) {
    if (kept.stage === deletedStage) throw notFound();
    return;
  }
  const advice = 'Use a new key, or repeat that request unchanged.';
  throw new AppError('IDEMPOTENCY_KEY_REUSED', `This Idempotency-Key belongs to another request. ${advice}`);
}

/**
 * Parsing orders the fields as in the first response. A response that another version stored may not fit the contract,
 * and is sent unchanged.
 */
function replay({ key, operation }: Run, { response, sealed }: KeptRequest): Response {
  const kept = sealed ? { ...response, ...openSecrets(sealed, key.secret, key.hash) } : response;
  const { data: output = kept } = operation.output.safeParse(kept);
  return { output, isReplay: true };
}

const isRejection = (error: unknown) => error instanceof AppError && error.status < 500;

type DatabaseError = { code?: unknown; constraint?: unknown; where?: unknown };
const fieldsOf = (error: unknown) => (error ?? {}) as DatabaseError;

/** Whether another request has stored something under the key: the unique violation has undone the whole statement. */
function isKeyTaken(error: unknown): boolean {
  const { code, constraint } = fieldsOf(error);
  return code === '23505' && constraint === 'idempotency_keys_pkey';
}

/** Whether another process has inserted a row with the key and did not commit it within the lock timeout. */
function isKeyLocked(error: unknown): boolean {
  const { code, where } = fieldsOf(error);
  return code === '55P03' && String(where).includes('idempotency_keys');
}

const inProgress = () =>
  new AppError(
    'IDEMPOTENCY_IN_PROGRESS',
    'Another request with this Idempotency-Key is running. Send this one again in a second.',
    { retryAfterS: 1 },
  );
