import { Problem } from '@crewboard/contracts';
import { type Database, openDatabase } from '@crewboard/db';
import { createTestDatabase, openTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import type { z } from 'zod';
import { createApp } from '../src/app.ts';
import type { AppOptions } from '../src/app-options.ts';
import { Activity } from '../src/auth/activity.ts';
import { drain } from '../src/drain.ts';
import { restoreFields, type StoredFields } from '../src/features/events/field-sets.ts';
import { Readiness } from '../src/features/system/readiness.ts';
import { createTeam } from '../src/features/teams/create-team.ts';
import { type AllowList, readAllowList } from '../src/outbound/allow-list.ts';
import { Outbound } from '../src/outbound/outbound.ts';
import { type Stored, summarize } from './support/stored.ts';
import { collectUndeclaredErrors } from './support/undeclared-errors.ts';

/** The secret that the web server and the API share in tests. */
export const appSecret = 'a secret of the tests, long enough for them';

/** The address of the receivers of tests. */
export const receivers = readAllowList('127.0.0.0/8, ::1');

export type Reply = { status: number; headers: Headers; body: unknown; text: string };

type RequestOptions = {
  token?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged. */
  rawBody?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
};

export type TestTeam = { teamId: string; projectId: string; apiKey: string };
export type TestAgent = { id: string; token: string };

/**
 * The settings of operators: WEBHOOK_ALLOW is `receivers` by default, RATE_LIMIT_PER_MINUTE 0. Also other bounds,
 * DNS.
 */
export type Configuration = {
  allow?: AllowList;
  dnsServers?: string[];
  /** True for tests of the times after which the service gives up; all others may be as slow as the machine is. */
  hasTimeouts?: boolean;
} & Partial<
  Pick<
    AppOptions,
    | 'teamCreation'
    | 'rateLimitPerMinute'
    | 'bounds'
    | 'trustProxy'
    | 'publicUrl'
    | 'metrics'
    | 'metricsToken'
    | 'installationId'
    | 'backups'
  >
>;

/** Bounds of time that a busy machine would exceed. */
const patient = {
  inFlight: { maxWaitMs: 60_000 },
  connectionMaxWaitMs: 60_000,
  signInMaxWaitMs: 60_000,
  sameKeyMaxWaitMs: 60_000,
  stallTimeoutMs: 60_000,
  backupTimeoutMs: 60_000,
};

/** Of the requests to URLs that people entered. The API itself only looks up their names. */
const patientOutbound = { dnsTimeoutMs: 60_000, connectTimeoutMs: 60_000, responseTimeoutMs: 60_000 };
/**
 * Closes idle connections long before the app does after 65 s: otherwise a request could take one at that moment, and
 * fail. The clock of undici is late after each time that the process stood still.
 */
const dispatcher = new Agent({ keepAliveMaxTimeout: 10_000 });

const openOf = ({ hasTimeouts = false }: Configuration) => (hasTimeouts ? openDatabase : openTestDatabase);

type Parts = Pick<TestApi, 'url' | 'db' | 'activity' | 'readiness' | 'app' | 'logLines' | 'undeclaredErrors'>;

/** The running app on its own database. */
export class TestApi {
  readonly url: string;
  readonly db: Database & Partial<Pick<TestDatabase, 'owner'>>;
  readonly activity: Activity;
  readonly readiness: Readiness;
  readonly app: FastifyInstance;
  /** Every line that the app logged. */
  readonly logLines: string[];
  /** Errors that the app responded with, but the operation does not declare. There must be none. */
  readonly undeclaredErrors: ReadonlySet<string>;

  private constructor(parts: Parts) {
    this.undeclaredErrors = parts.undeclaredErrors;
    this.url = parts.url;
    this.db = parts.db;
    this.activity = parts.activity;
    this.readiness = parts.readiness;
    this.app = parts.app;
    this.logLines = parts.logLines;
  }

  static async start(configuration: Configuration = {}): Promise<TestApi> {
    return TestApi.serve(
      await createTestDatabase(inject('postgresUrl'), openOf(configuration)),
      configuration,
    );
  }

  /** Another replica of the app on the same database. Close it before this one. */
  replica(configuration: Configuration = {}): Promise<TestApi> {
    return TestApi.serve(openOf(configuration)(this.db.url), configuration);
  }

  /** The app on this database, which it closes with itself. */
  static async serve(
    db: TestApi['db'],
    { allow = receivers, dnsServers, hasTimeouts = false, bounds, ...options }: Configuration = {},
  ): Promise<TestApi> {
    const logLines: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line: string) => void logLines.push(line) });
    const activity = new Activity(db, log);
    const readiness = new Readiness(db, hasTimeouts ? {} : { timeoutMs: patient.stallTimeoutMs });
    const { dnsTimeoutMs, ...times } = patientOutbound;
    const outbound = new Outbound({ allow, dnsServers, ...times, ...(!hasTimeouts && { dnsTimeoutMs }) });
    // Tests send thousands of requests: the rate is unlimited by default.
    const parts = {
      db,
      activity,
      readiness,
      outbound,
      log,
      appSecrets: [appSecret] as const,
      rateLimitPerMinute: 0,
    };
    const app = await createApp({
      ...parts,
      ...options,
      bounds: hasTimeouts ? bounds : { ...patient, ...bounds },
    });
    const undeclaredErrors = collectUndeclaredErrors(app);
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    return new TestApi({ url, db, activity, readiness, app, logLines, undeclaredErrors });
  }

  /** The owner's pool, for what the service may not do. Only if the database was created with the app. */
  get owner(): TestDatabase['owner'] {
    if (!this.db.owner) throw new Error('This app has no owner of its database');
    return this.db.owner;
  }

  /** Runs `setUp` in the app without limits of time, for a test of these limits. */
  static async withoutTimeouts<Result>(
    url: string,
    setUp: (api: TestApi) => Promise<Result>,
  ): Promise<Result> {
    const api = await TestApi.serve(openTestDatabase(url));
    return setUp(api).finally(() => api.close());
  }

  async close(): Promise<void> {
    await drain(this.app);
    await this.activity.stop();
    await this.db.close();
    expect([...this.undeclaredErrors]).toEqual([]);
  }

  async request(method: string, path: string, options: RequestOptions = {}): Promise<Reply> {
    const headers: Record<string, string> = { ...options.headers };
    if (options.token) headers.Authorization = `Bearer ${options.token}`;
    if (options.body !== undefined) headers['Content-Type'] = 'application/json';
    const body = options.body === undefined ? options.rawBody : JSON.stringify(options.body);
    // Without the web streams of `fetch`, which cost more than the responses of the app.
    const response = await request(`${this.url}${path}`, { method, headers, body, dispatcher });
    const text = await response.body.text();
    const contentType = response.headers['content-type'] ?? '';
    return {
      status: response.statusCode,
      headers: new Headers(
        Object.entries(response.headers).flatMap(([name, value = '']) =>
          [value].flat().map((one): [string, string] => [name, one]),
        ),
      ),
      text,
      body: /json/.test(`${contentType}`) ? JSON.parse(text) : text,
    };
  }

  /** A new team with a project "General" and an API key. */
  createTeam(name = 'Team'): Promise<TestTeam> {
    return createTeam({ ctx: { db: this.db }, input: { name } });
  }

  async createAgent(team: TestTeam, name = 'Agent'): Promise<TestAgent> {
    const reply = await this.request('POST', `/api/teams/${team.teamId}/agents`, {
      token: team.apiKey,
      body: { name },
    });
    return reply.body as TestAgent;
  }

  async createTask(team: TestTeam, fields: Record<string, unknown> = {}): Promise<string> {
    const reply = await this.request('POST', `/api/teams/${team.teamId}/tasks`, {
      token: team.apiKey,
      body: { title: 'A task', projectId: team.projectId, ...fields },
    });
    return (reply.body as { id: string }).id;
  }

  async createComment(team: TestTeam, taskId: string, body = 'A comment'): Promise<string> {
    const reply = await this.request('POST', `/api/tasks/${taskId}/comments`, {
      token: team.apiKey,
      body: { body },
    });
    return (reply.body as { id: string }).id;
  }

  /** The events of one subject or of all after the first `skip`, in the order in which they were written. */
  async events(subjectId?: string, skip = 0): Promise<EventRow[]> {
    const { rows } = await this.db.pool.query<EventRow & StoredFields>(
      `select type, subject_type as "subjectType", subject_id as "subjectId", team_id as "teamId",
         actor_kind as "actorKind", actor_id as "actorId", request_id as "requestId", field_set as "fieldSet", snapshot, changes
       from events where $1::text is null or subject_id = $1 order by xid, id offset $2`,
      [subjectId, skip],
    );
    return rows.map(({ fieldSet, ...row }) => ({ ...row, ...restoreFields({ ...row, fieldSet }) }));
  }

  /** The number of all events. */
  async countEvents(): Promise<number> {
    const { rows } = await this.db.pool.query<{ count: number }>('select count(*)::int from events');
    return rows[0]?.count ?? 0;
  }

  /** To test that an error has changed nothing. */
  stored(): Promise<Stored> {
    return summarize(this.db);
  }
}

export type EventRow = {
  type: string;
  subjectType: string;
  subjectId: string;
  teamId: string;
  actorKind: string;
  actorId: string | null;
  requestId: string | null;
  snapshot: Record<string, unknown>;
  changes: Record<string, { before: unknown; after: unknown }> | null;
};

/** Starts the app before the tests of a file and closes it after them. */
export function useApi(configuration: Configuration = {}): () => TestApi {
  let api: TestApi | undefined;
  beforeAll(async () => {
    api = await TestApi.start(configuration);
  });
  afterAll(async () => {
    await api?.close();
  });
  return () => {
    if (!api) throw new Error('The app is not running yet');
    return api;
  };
}

/** Expects a success with a body of the contract. */
export function expectBody<T extends z.ZodType>(reply: Reply, status: number, contract: T): z.output<T> {
  expect(reply.status, reply.text).toBe(status);
  expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
  expect(reply.headers.get('x-request-id')).toBeTruthy();
  return contract.parse(reply.body);
}

/** Expects an error of the closed list with a body of the contract. */
export function expectProblem(reply: Reply, status: number, code: Problem['code']): Problem {
  expect({ status: reply.status, code: (reply.body as Problem).code }, reply.text).toEqual({ status, code });
  expect(reply.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  const problem = Problem.parse(reply.body);
  expect(problem.status).toBe(status);
  expect(problem.requestId).toBe(reply.headers.get('x-request-id'));
  expect(problem.type).toMatch(/\/docs\/errors#[a-z-]+$/);
  return problem;
}
