import type { Database } from '@crewboard/db';
import type { FastifyInstance } from 'fastify';
import type { SignInLimits } from '../auth/sign-in-limits.ts';
import { addressKeyOf } from '../http/admission.ts';
import type { CalledOperation } from '../http/called-operation.ts';
import type { Metrics } from './metrics.ts';
import { metricsRoute } from './metrics-route.ts';

type Parts = {
  metrics: Metrics;
  metricsToken: string | undefined;
  db: Database;
  signInLimits: Pick<SignInLimits, 'totals'>;
};

/** The label of requests for health and documents, and of unknown paths. */
const noOperation: CalledOperation = { transport: 'none', operation: 'none' };

/** Measures the requests, streams and pools of an app. Serves `/metrics` on the port of the app if it has a token. */
export function measureApp(app: FastifyInstance, { metrics, metricsToken, db, signInLimits }: Parts): void {
  metrics.watchApp({
    requestsInFlight: () => app.openRequests.count,
    openStreams: () => app.openStreams.count,
    waitingAgents: () => app.waitingAgents.idleCount,
    taskWaits: () => app.taskWaits.idleCount,
    unsentResponseBytes: () => app.unsentResponses.bytes,
    signIns: signInLimits.totals,
  });
  metrics.pools.add('hot', db.pool);
  metrics.pools.add('reads', db.reads);
  metrics.pools.add('lookups', db.lookups);
  metrics.watchDatabase(db);
  app.addHook('onResponse', ({ called, errorCode, isLongLived }, reply, done) => {
    const seconds = isLongLived ? undefined : reply.elapsedTime / 1_000;
    metrics.requests.observe(called ?? noOperation, { status: reply.statusCode, errorCode, seconds });
    done();
  });
  if (metricsToken === undefined) return;
  metricsRoute(app, {
    metrics,
    token: metricsToken,
    onFailure: (request) => app.limits.takeFailure(addressKeyOf(request)),
  });
}
