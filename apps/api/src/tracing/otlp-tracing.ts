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

/** The text of the longest statements is cut. */
const maxAttributeLength = 1_000;
const exportTimeoutMs = 5_000;
const minWarningIntervalMs = 60_000;

type Options = {
  log: FastifyBaseLogger;
  /** The part of the traces that begin here, 0 to 1; a caller's traceparent decides for its own. */
  sampleRatio: number;
};

export type Tracing = {
  /** Traces the requests of an app. Call it before any other hook is added. */
  trace(app: FastifyInstance): void;
  /** Sends what is left, for 5 s at most. Never rejects. */
  stop(): Promise<void>;
};

/**
 * Sends traces of requests and their statements as OTLP over HTTP, to where the OTEL_EXPORTER_OTLP_ variables say,
 * which the exporter reads. At most 2,048 spans wait; more are dropped. Once per process.
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
 * Wraps the client of pg directly: it is loaded by now, and the hooks of the module loader, which would wrap it while
 * it loads, slow every import down. Statements of background work have no request above them, and no span.
 */
function traceStatements(provider: TracerProvider): void {
  const instrumentation = new PgInstrumentation({
    // Adds no hooks to the module loader. What is patched below is traced all the same.
    enabled: false,
    requireParentSpan: true,
    ignoreConnectSpans: true,
  });
  instrumentation.setTracerProvider(provider);
  for (const { name, patch } of instrumentation.getModuleDefinitions()) if (name === 'pg') patch?.(pg);
}

/** A collector that is away fails every few seconds. */
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
