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
import { decorateRequests } from './http/called-operation.ts';
import { ClientErrors } from './http/errors/client-errors.ts';
import { fromFrameworkError } from './http/errors/framework-errors.ts';
import { KnownPaths } from './http/errors/known-paths.ts';
import { sendProblem } from './http/errors/problem.ts';
import { EventFrames } from './http/event-streams/event-frames.ts';
import { OpenStreams } from './http/event-streams/open-streams.ts';
import { healthRoutes } from './http/health-routes.ts';
import { Idempotency } from './http/idempotency/idempotency.ts';
import { OpenRequests } from './http/open-requests.ts';
import { leaveContinueToRoutes } from './http/request/expect-continue.ts';
import { assertHead, maxUrlLength } from './http/request/request-head.ts';
import { closeAfterUnreadBody } from './http/request/unread-body.ts';
import { compressResponse } from './http/response/compression.ts';
import { setSecurityHeaders } from './http/response/security-headers.ts';
import { UnsentResponses } from './http/response/unsent-responses.ts';
import { restRoutes } from './http/rest-routes.ts';
import type { Services } from './http/services.ts';
import { trpcHandler } from './http/trpc-handler.ts';
import { CountExchange } from './limits/count-exchange.ts';
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

/**
 * Starts the workers of the API. When the server begins to stop, it ends the event streams, so that their clients
 * reconnect to another process.
 */
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
    probeIntervalMs: bounds.probeIntervalMs,
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

/** Shares the counts of rate limits with the other processes. */
function shareCounts(
  app: FastifyInstance,
  changeNotifier: ChangeNotifier,
  limits: RequestLimits,
  intervalMs?: number,
): void {
  const exchange = limits.buckets && new CountExchange(changeNotifier, limits.buckets, intervalMs);
  app.decorate('limits', limits);
  app.decorate('exchange', exchange);
  app.addHook('preClose', async () => exchange?.close());
}

/** Connects all parts of the API to an HTTP server that is ready to listen, and starts its workers. */
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
    // A client must not choose the id by which operators find its request in the log.
    requestIdHeader: false,
    trustProxy: options.trustProxy ?? false,
    bodyLimit: httpBounds.maxBodyBytes,
    // A tRPC batch names all its procedures in one parameter. Schemas bound the ids in other parameters.
    routerOptions: { maxParamLength: maxUrlLength },
    requestTimeout: httpBounds.requestTimeoutMs,
    keepAliveTimeout: httpBounds.keepAliveTimeoutMs,
    // While the server stops, requests on open connections are still served: see `drain`.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // No limit of its own: `preClose` waits for the rounds of the workers, and `closeOnSignal` bounds the whole end.
    pluginTimeout: 0,
    // With true, Node would respond to a request without Host itself, and not with a problem.
    http: {
      requireHostHeader: false,
      maxHeaderSize: 16 * 1024,
      headersTimeout: httpBounds.headersTimeoutMs,
      connectionsCheckingInterval: 1_000,
    },
    frameworkErrors: (error, request, reply) => sendProblem(request, reply, fromFrameworkError(error)),
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
  app.decorateRequest('releaseInFlightPlace', null);
  app.decorateRequest('authenticateAgain', null);
  app.decorateRequest('uncheckedToken', null);
  app.decorateRequest('idempotencyKey', null);
  app.decorate('publicUrl', publicUrl);
  decorateRequests(app);
  options.tracing?.trace(app);
  app.addHook('onRoute', (route) => paths.add(route));
  app.setErrorHandler((error, request, reply) => sendProblem(request, reply, fromFrameworkError(error)));
  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id);
    setSecurityHeaders(reply);
    assertHead(request, reply);
    // Reject unknown routes before the body is read.
    if (request.is404) return paths.reject(request, reply);
  });
  app.addHook('onSend', async (_request, reply) => {
    // Lets the next request of the client, or of its proxy, reach another process by a new connection.
    if (readiness.draining) reply.header('Connection', 'close');
  });
  app.addHook('onSend', closeAfterUnreadBody);
  // Counts a response before its compression, which corrects the count.
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
  const backups = options.backups && new BackupWatch(options.backups, bounds.backupTimeoutMs);
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
  shareCounts(app, context.changeNotifier, limits, bounds.exchangeIntervalMs);
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
     * The beginning of URLs in responses; empty without PUBLIC_API_URL. Never taken from a request, because a caller
     * can send any Host header.
     */
    publicUrl: string;
    openStreams: OpenStreams;
    waitingAgents: WaitingAgents;
    taskWaits: TaskWaits;
    taskArrivals: TaskArrivals;
    unsentResponses: UnsentResponses;
    eventFrames: EventFrames;
    /** The turns of all teams, for work that belongs to no request. */
    teamTurns: TeamTurns;
    limits: RequestLimits;
    /** Undefined when rates are not limited. */
    exchange: CountExchange | undefined;
  }
  interface FastifyRequest {
    /** Null until the request is authenticated, and for public routes. */
    caller: Caller | null;
    /** The turns of the caller's team, in which large bodies and pages are parsed and serialized. */
    readonly turns: Turns;
  }
}
