import type { FastifyBaseLogger } from 'fastify';

type Env = { METRICS_PORT?: number | undefined; METRICS_HOST: string; METRICS_TOKEN?: string | undefined };

/**
 * The metrics of this process, served on METRICS_PORT if there is one; undefined without METRICS_PORT and
 * METRICS_TOKEN: then nothing is loaded and nothing counted. Rejects when the port is in use.
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
