import type { FastifyBaseLogger } from 'fastify';

type Env = { METRICS_PORT?: number | undefined; METRICS_HOST: string; METRICS_TOKEN?: string | undefined };

/**
 * Creates the metrics of this process, and serves them on METRICS_PORT if it is set. Without METRICS_PORT and
 * METRICS_TOKEN, resolves to undefined and loads no code of metrics. Rejects when the port is in use.
 */
export async function startMetrics(env: Env, log: Pick<FastifyBaseLogger, 'info'>) {
  const { METRICS_PORT: port, METRICS_HOST: host, METRICS_TOKEN: token } = env;
  if (port === undefined && token === undefined) return undefined;
  const { Metrics } = await import('./metrics.ts');
  const metrics = new Metrics();
  if (port === undefined) return { metrics, close: async () => undefined };
  const { listenForMetrics } = await import('./listen-for-metrics.ts');
  const { url, close } = await listenForMetrics({ metrics, host, port, token });
  log.info(`serving metrics at ${url}/metrics`);
  return { metrics, close };
}
