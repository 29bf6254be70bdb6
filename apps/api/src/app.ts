import { randomUUID } from 'node:crypto';
import { SecretBox } from '@crewboard/app-secret';
import { httpBounds } from '@crewboard/contracts';
import { ChangeNotifier, type Database } from '@crewboard/db';
import { closeStalledConnections } from '@crewboard/stalled-connections';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { AppOptions, Bounds } from './app-options.ts';
import { getShareOwnerId } from './auth/actor.ts';
import { type Caller, createAuthenticate } from './auth/authenticate.ts';
import { Revocations } from './auth/revocations.ts';
import { SignInLimits } from './auth/sign-in-limits.ts';
import { Batches } from './batching/batches.ts';
import { docsRoutes } from './docs/docs-routes.ts';
import { BackupWatch } from './features/system/backup-watch.ts';
import { createSystemContextOf, type SystemContextOf } from './features/tasks/background/system-context.ts';
import { TaskArrivals } from './features/tasks/queue/task-arrivals.ts';
import { WaitingAgents } from './features/tasks/queue/waiting-agents.ts';
import { TaskWaits } from './features/tasks/wait/task-waits.ts';
import { Admission } from './http/admission.ts';
import { boundConnections } from './http/bound-connections.ts';
import { describeRequests } from './http/called-operation.ts';
import { ClientErrors } from './http/client-errors.ts';
import { compressResponse } from './http/compression.ts';
import { EventFrames } from './http/event-frames.ts';
import { leaveContinueToRoutes } from './http/expect-continue.ts';
import { appErrorFrom } from './http/framework-errors.ts';
import { healthRoutes } from './http/health-routes.ts';
import { Idempotency } from './http/idempotency.ts';
import { KnownPaths } from './http/not-found.ts';
import { OpenRequests } from './http/open-requests.ts';
import { OpenStreams } from './http/open-streams.ts';
import { sendProblem } from './http/problem.ts';
import { assertHead, maxUrlLength } from './http/request-head.ts';
import { restRoutes } from './http/rest-routes.ts';
import { setSecurityHeaders } from './http/security-headers.ts';
import type { Services } from './http/services.ts';
import { trpcHandler } from './http/trpc-handler.ts';
import { closeAfterUnreadBody } from './http/unread-body.ts';
import { UnsentResponses } from './http/unsent-responses.ts';
import { CountExchange } from './limits/exchange-counts.ts';
import { RequestLimits } from './limits/request-limits.ts';
import { TeamDatabases } from './limits/team-databases.ts';
import { TeamTurns, type Turns } from './limits/team-turns.ts';
import { mcpRoute } from './mcp/mcp-route.ts';
import { measureApp } from './metrics/measure-app.ts';
import type { Metrics } from './metrics/metrics.ts';
import { startAppWorkers } from './workers/index.ts';

const stallTimeoutMs = 10_000;

type WorkerParts = {
  db: Database;
  systemContextOf: SystemContextOf;
  log: FastifyBaseLogger;
  signInLimits: SignInLimits;
  metrics: Metrics | undefined;
  eventRetentionDays: number | undefined;
  bounds: Partial<Bounds>;
};

/** Starts the workers of the API. Streams end when the server begins to stop, and their clients reconnect elsewhere. */
function startWorkers(
  app: FastifyInstance,
  { db, systemContextOf, log, signInLimits, metrics, eventRetentionDays, bounds }: WorkerParts,
) {
  const changeNotifier = new ChangeNotifier(db.url);
  const waitingAgents = new WaitingAgents(bounds.waiting);
  const taskWaits = new TaskWaits(bounds.waiting);
  const taskArrivals = new TaskArrivals(changeNotifier, waitingAgents);
  const tasks = { waitingAgents, taskWaits, taskArrivals };
  const workers = startAppWorkers({
    ...{ db, systemContextOf, changeNotifier, ...tasks, log, signInLimits, metrics, eventRetentionDays },
    probeEveryMs: bounds.probeEveryMs,
    leaseSweepIntervalMs: bounds.leaseSweepIntervalMs,
  });
  app.decorate('waitingAgents', waitingAgents);
  app.decorate('taskWaits', taskWaits);
  app.decorate('taskArrivals', taskArrivals);
  const revocations = new Revocations(db, log);
  app.addHook('preClose', () => {
    app.openStreams.endSoon();
    return workers.stop();
  });
  app.addHook('onClose', async () => {
    revocations.close();
    await changeNotifier.close();
  });
  const { feed, leaseFeed, leaseSweeper, archiver, eraser } = workers;
  return { changeNotifier, ...tasks, feed, leaseFeed, leaseSweeper, archiver, eraser, revocations };
}

/** Exchanges counts with the other processes, where rates are limited. */
function shareCounts(
  app: FastifyInstance,
  changeNotifier: ChangeNotifier,
  limits: RequestLimits,
  everyMs?: number,
): void {
  const exchange = limits.buckets && new CountExchange(changeNotifier, limits.buckets, everyMs);
  app.decorate('limits', limits);
  app.decorate('exchange', exchange);
  app.addHook('preClose', async () => exchange?.close());
}

/** The whole HTTP server, ready to listen, with the bounds of the operations guide. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { db, activity, readiness, outbound, log, appSecrets, metrics, metricsToken, bounds = {} } = options;
  const { eventRetentionDays } = options;
  const paths = new KnownPaths();
  const openRequests = new OpenRequests();
  const { publicUrl = '' } = options;
  const clientErrors = new ClientErrors(openRequests, publicUrl);
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: options.trustProxy ?? false,
    bodyLimit: httpBounds.maxBodyBytes,
    // A batch of tRPC calls names all its procedures in one parameter; ids are bounded by their schema.
    routerOptions: { maxParamLength: maxUrlLength },
    requestTimeout: httpBounds.requestTimeoutMs,
    keepAliveTimeout: httpBounds.keepAliveTimeoutMs,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // Node would respond to a request without Host itself, and not with a problem.
    http: {
      requireHostHeader: false,
      maxHeaderSize: 16 * 1024,
      headersTimeout: httpBounds.headersTimeoutMs,
      connectionsCheckingInterval: 1_000,
    },
    frameworkErrors: (error, request, reply) => sendProblem(request, reply, appErrorFrom(error)),
    clientErrorHandler: clientErrors.handle,
  });
  openRequests.watch(app.server);
  boundConnections(app.server);
  closeStalledConnections(app.server, bounds.stallTimeoutMs ?? stallTimeoutMs);
  clientErrors.watch(app.server);
  leaveContinueToRoutes(app.server);
  app.decorate('openRequests', openRequests);
  app.decorate('openStreams', new OpenStreams(bounds.streams));
  app.decorate('unsentResponses', new UnsentResponses(bounds.unsent));
  app.decorate('teamTurns', new TeamTurns());
  app.decorateRequest('turns', {
    getter(this: FastifyRequest) {
      return app.teamTurns.of(getShareOwnerId(this.caller?.actor));
    },
  });
  app.decorateRequest('caller', null);
  app.decorateRequest('unsent', null);
  app.decorateRequest('leaveInFlight', null);
  app.decorateRequest('authenticateAgain', null);
  app.decorateRequest('uncheckedToken', null);
  app.decorateRequest('idempotencyKey', null);
  app.decorate('publicUrl', publicUrl);
  describeRequests(app);
  options.tracing?.trace(app);
  app.addHook('onRoute', (route) => paths.add(route));
  app.setErrorHandler((error, request, reply) => sendProblem(request, reply, appErrorFrom(error)));
  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id);
    setSecurityHeaders(reply);
    assertHead(request, reply);
    // Check this before the body is read: an unknown route is the first error.
    if (request.is404) return paths.reject(request, reply);
  });
  app.addHook('onSend', async (_request, reply) => {
    // The next request of the client, or of its proxy, makes a new connection: perhaps to another process.
    if (readiness.draining) reply.header('Connection', 'close');
  });
  app.addHook('onSend', closeAfterUnreadBody);
  app.addHook('onSend', app.unsentResponses.onSend);
  app.addHook('onSend', compressResponse);
  app.addHook('onClose', () => app.unsentResponses.close());
  app.addHook('onResponse', async (request, reply) => {
    const { method, caller, routeOptions } = request;
    const ms = Math.round(reply.elapsedTime);
    request.log.debug(
      { method, route: routeOptions.url, status: reply.statusCode, ms, actor: caller?.actor },
      'responded',
    );
  });

  const teamDatabases = new TeamDatabases(db, bounds.connectionMaxWaitMs);
  app.decorate('eventFrames', new EventFrames((teamId) => teamDatabases.of(teamId).reads, app.teamTurns));
  const signInLimits = new SignInLimits({ db, log, appSecrets, maxWaitMs: bounds.signInMaxWaitMs });
  const batches = new Batches(db.pool, metrics && ((batch) => metrics.batchObserver(batch)), db.lookups);
  const systemContextOf = createSystemContextOf(teamDatabases, batches);
  const backups = options.backups && new BackupWatch(options.backups);
  if (backups) metrics?.watchBackups(backups);
  const context = {
    db,
    batches,
    teamDatabases,
    readiness,
    outbound,
    backups,
    teamCreation: options.teamCreation ?? ('operators' as const),
    installationId: options.installationId ?? null,
    secretBox: new SecretBox(appSecrets),
    signInLimits,
    ...startWorkers(app, { db, systemContextOf, log, signInLimits, metrics, bounds, eventRetentionDays }),
  };
  const authenticate = createAuthenticate({ db, batches: context.batches, activity });
  const limits = new RequestLimits({ ratePerMinute: options.rateLimitPerMinute, ...bounds });
  shareCounts(app, context.changeNotifier, limits, bounds.exchangeEveryMs);
  if (metrics) measureApp(app, { metrics, metricsToken, db, signInLimits });
  const services: Services = {
    context,
    admission: new Admission({ appSecrets, authenticate, activity, limits }),
    idempotency: new Idempotency(limits, bounds.sameKeyMaxWaitMs),
  };
  await app.register(restRoutes, services);
  await app.register(trpcHandler, services);
  await app.register(mcpRoute, services);
  await app.register(healthRoutes, readiness);
  await app.register(docsRoutes);
  return app;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The requests without a response yet: they finish before the server stops. */
    openRequests: OpenRequests;
    /**
     * What URLs in responses begin with; empty without PUBLIC_API_URL. Never taken from a request: a caller
     * can set any Host header.
     */
    publicUrl: string;
    openStreams: OpenStreams;
    waitingAgents: WaitingAgents;
    taskWaits: TaskWaits;
    taskArrivals: TaskArrivals;
    unsentResponses: UnsentResponses;
    eventFrames: EventFrames;
    /** Of all teams, for work that belongs to no request. */
    teamTurns: TeamTurns;
    limits: RequestLimits;
    /** Undefined when rates are not limited. */
    exchange: CountExchange | undefined;
  }
  interface FastifyRequest {
    /** Null until the request is authenticated, and for public routes. */
    caller: Caller | null;
    /** Those of the caller's team, in which it parses and serializes what may be large. */
    readonly turns: Turns;
  }
}
