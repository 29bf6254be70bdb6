import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Problem, Task } from '@crewboard/contracts';
import type { Random } from '../../../apps/api/test/support/seeded-random.ts';
import { HttpClient, type Reply } from '../../abuse/support/http-client.ts';
import type { CallBegin, CallEnd } from '../history.ts';
import type { Clock } from './record-calls.ts';

/** An operation before it has a key. */
export type Request = Pick<CallBegin, 'kind' | 'taskId' | 'attempt' | 'completes'> & {
  method?: 'POST' | 'PATCH';
  path: string;
  body: (key: string) => Record<string, unknown>;
};

export type Outcome = { status: number; task: Task | undefined };

export type ClientOptions = {
  urls: string[];
  random: Random;
  clock: Clock;
  record: (record: CallBegin | CallEnd) => void;
  /** Begins each key; no other client of the run has it. */
  name: string;
  actorId: string;
  token: string;
  /** The share of requests whose connection is cut after they were sent. */
  lostShare: number;
  /** Whether it gives up some operations without a response, and every PATCH, which has no key. The SDK repeats all. */
  givesUp: boolean;
  /** By how much leases end before the time of their response: see short-leases.ts. */
  leaseShortenedByMs: number;
};

const timeoutMs = 8_000;
const maxCutDelayMs = 8;
/** How often an operation is sent: enough to outlast a restart of PostgreSQL. */
const maxCalls = 40;
const maxRetryDelayMs = 400;
/** The share of operations without a response that are given up at once, as by a client that knows no keys. */
const abandonedShare = 0.05;

const isRetryable = ({ status }: Reply, code: string | undefined) =>
  status === 0 || status >= 500 || status === 429 || code === 'IDEMPOTENCY_IN_PROGRESS';

/** An actor that sends each operation with a key, again until it has a response: to another process after a failure. */
export class KeyedClient {
  readonly #options: ClientOptions;
  readonly #clients: HttpClient[];
  /** The index of the process that it calls. After a failed call it calls the next one. */
  #current: number;
  #operations = 0;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#clients = options.urls.map((url) => new HttpClient({ url, timeoutMs, maxSockets: 4 }));
    this.#current = options.random.below(options.urls.length);
  }

  /** The tasks of a list; none when it cannot be read now. Lists are not recorded. */
  async list(path: string): Promise<Task[]> {
    const { status, text } = await this.#call({ path });
    return status === 200 ? (JSON.parse(text) as Task[]) : [];
  }

  /** Undefined: it was given up, and nobody knows whether it had an effect. */
  async send({ method = 'POST', path, body, ...facts }: Request): Promise<Outcome | undefined> {
    const { random, clock, record, name, actorId, lostShare, givesUp } = this.#options;
    this.#operations += 1;
    const key = `${name}.${this.#operations}`;
    const text = JSON.stringify(body(key));
    const headers: Record<string, string> = method === 'POST' ? { 'Idempotency-Key': key } : {};
    for (let number = 1; number <= maxCalls; number += 1) {
      const cutAfterMs = random.next() < lostShare ? random.below(maxCutDelayMs) : undefined;
      record({ key, number, ...facts, actorId, begin: clock() });
      const reply = await this.#call({ method, path, headers, body: text, cutAfterMs });
      const read = readReply(reply, this.#options.leaseShortenedByMs);
      if (reply.status > 0) record({ key, number, end: clock(), ...read.facts });
      if (!isRetryable(reply, read.facts.code)) return { status: reply.status, task: read.task };
      // Without a key, a repetition is another operation.
      const isGivenUp = method === 'PATCH' || (reply.status === 0 && random.next() < abandonedShare);
      if (givesUp && isGivenUp) return undefined;
      await sleep(random.below(Math.min(maxRetryDelayMs, 20 * 2 ** number)));
    }
    return undefined;
  }

  async #call(call: Omit<Parameters<HttpClient['send']>[0], 'token'>): Promise<Reply> {
    const client = this.#clients[this.#current] as HttpClient;
    const reply = await client.send({ ...call, token: this.#options.token });
    if (reply.status === 0 || reply.status >= 500) this.#current = (this.#current + 1) % this.#clients.length;
    return reply;
  }
}

function readReply({ status, headers, text }: Reply, leaseShortenedByMs: number) {
  const isReplay = headers['idempotency-replayed'] === 'true';
  const bodyHash = createHash('sha256').update(text).digest('base64').slice(0, 16);
  const facts: Omit<CallEnd, 'key' | 'number' | 'end'> = { status, isReplay, bodyHash };
  if (status === 200 || status === 201) {
    const task = JSON.parse(text) as Task;
    const { id, version, status: state, assignedAgentId, attempt, leaseExpiresAt } = task;
    const leaseEnd = leaseExpiresAt === null ? null : Date.parse(leaseExpiresAt) - leaseShortenedByMs;
    facts.task = { id, version, status: state, assignedAgentId, attempt, leaseExpiresAt: leaseEnd };
    return {
      facts,
      task: { ...task, leaseExpiresAt: leaseEnd === null ? null : new Date(leaseEnd).toISOString() },
    };
  }
  if (status >= 400) {
    const { code, assignedAgentId } = parseProblem(text);
    if (code) facts.code = code;
    if (assignedAgentId) facts.holderId = assignedAgentId;
  }
  return { facts, task: undefined };
}

function parseProblem(text: string): Partial<Problem> {
  try {
    return JSON.parse(text) as Problem;
  } catch {
    return {};
  }
}
