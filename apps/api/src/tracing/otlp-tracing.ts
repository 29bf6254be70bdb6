import { context, DiagLogLevel, diag, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import pg from 'pg';
import { traceRequests } from './trace-requests.ts';

/** Attributes are cut to this length, such as the SQL text of long statements. */
const maxAttributeLength = 1_000;
const exportTimeoutMs = 5_000;
const minWarningIntervalMs = 60_000;

type Options = {
  log: FastifyBaseLogger;
  /** The part of the traces to send, 0 to 1. For a request with a `traceparent`, that header decides. */
  sampleRatio: number;
};

export type Tracing = {
  /** Traces the requests of an app. Call it before any other hook is added. */
  trace(app: FastifyInstance): void;
  /** Sends the remaining spans, for 5 s at most. Never rejects. */
  stop(): Promise<void>;
};

/**
 * Sends traces of requests and their statements as OTLP over HTTP. The exporter itself reads the OTEL_EXPORTER_OTLP_
 * variables. At most 2,048 spans wait; more are dropped. Call it once per process.
 */
export function startOtlpTracing({ log, sampleRatio }: Options): Tracing {
  warnOfFailures(log);
  const exporter = new OTLPTraceExporter({ timeoutMillis: exportTimeoutMs });
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'crewboard-api' }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampleRatio) }),
    spanLimits: { attributeValueLengthLimit: maxAttributeLength },
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: exportTimeoutMs })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  traceStatements(provider);
  return {
    trace: (app) => traceRequests(app, provider.getTracer('crewboard')),
    stop: () => provider.shutdown().catch(() => undefined),
  };
}

/**
 * Traces statements by patching the loaded client of pg. The usual hooks of the module loader would patch it while it
 * loads, but slow down every import. Statements of background work belong to no request, and get no span.
 */
function traceStatements(provider: TracerProvider): void {
  const instrumentation = new PgInstrumentation({
    // False adds no hooks to the module loader. The client that is patched below is traced nevertheless.
    enabled: false,
    requireParentSpan: true,
    ignoreConnectSpans: true,
  });
  instrumentation.setTracerProvider(provider);
  for (const { name, patch } of instrumentation.getModuleDefinitions()) if (name === 'pg') patch?.(pg);
}

/** Logs at most one warning a minute: while the collector is away, the exporter fails every few seconds. */
function warnOfFailures(log: FastifyBaseLogger): void {
  let warnedAt = Number.NEGATIVE_INFINITY;
  const warn = (message: string) => {
    if (performance.now() - warnedAt < minWarningIntervalMs) return;
    warnedAt = performance.now();
    log.warn({ reason: message.slice(0, maxAttributeLength) }, 'cannot send traces');
  };
  const ignore = () => undefined;
  diag.setLogger(
    { error: warn, warn: ignore, info: ignore, debug: ignore, verbose: ignore },
    DiagLogLevel.ERROR,
  );
}
