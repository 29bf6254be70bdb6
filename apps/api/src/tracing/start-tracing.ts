import type { FastifyBaseLogger } from 'fastify';
import type { Tracing } from './otlp-tracing.ts';

type Env = { OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined; OTEL_TRACES_SAMPLER_ARG: number };

/** Sends the traces of this process; undefined without OTEL_EXPORTER_OTLP_ENDPOINT: then nothing is loaded and traced. */
export async function startTracing(env: Env, log: FastifyBaseLogger): Promise<Tracing | undefined> {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined;
  const { startOtlpTracing } = await import('./otlp-tracing.ts');
  return startOtlpTracing({ log, sampleRatio: env.OTEL_TRACES_SAMPLER_ARG });
}
