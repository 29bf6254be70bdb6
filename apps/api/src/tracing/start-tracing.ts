import type { FastifyBaseLogger } from 'fastify';
import type { Tracing } from './otlp-tracing.ts';

type Env = { OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined; OTEL_TRACES_SAMPLER_ARG: number };

/** Starts tracing. Without OTEL_EXPORTER_OTLP_ENDPOINT, resolves to undefined and loads no code of OpenTelemetry. */
export async function startTracing(env: Env, log: FastifyBaseLogger): Promise<Tracing | undefined> {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined;
  const { startOtlpTracing } = await import('./otlp-tracing.ts');
  return startOtlpTracing({ log, sampleRatio: env.OTEL_TRACES_SAMPLER_ARG });
}
