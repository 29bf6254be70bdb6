import {
  type Attributes,
  type Context,
  context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  ATTR_ERROR_TYPE,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
} from '@opentelemetry/semantic-conventions';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const propagator = new W3CTraceContextPropagator();

/**
 * Makes a span for each request, as a child of the caller's `traceparent`. The span has the route and never the URL,
 * the headers or a body, which may contain secrets.
 */
export function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  app.decorateRequest('traceContext', null);
  app.addHook('onRequest', (request, reply, done) => {
    const { method, routeOptions, id, headers } = request;
    const caller = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
    const { url: route } = routeOptions;
    const attributes: Attributes = { [ATTR_HTTP_REQUEST_METHOD]: method, 'crewboard.request_id': id };
    if (route !== undefined) attributes[ATTR_HTTP_ROUTE] = route;
    const name = route === undefined ? method : `${method} ${route}`;
    const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, caller);
    request.traceContext = trace.setSpan(caller, span);
    reply.raw.once('close', () => endSpan(span, request, reply));
    context.with(request.traceContext, done);
  });
  // Enter the context again: the body arrived in the context of its connection.
  app.addHook('preHandler', (request, _reply, done) => {
    context.with(request.traceContext ?? context.active(), done);
  });
}

function endSpan(span: Span, { called, errorCode }: FastifyRequest, { raw }: FastifyReply): void {
  if (called) span.setAttribute('crewboard.operation', called.operation);
  if (raw.headersSent) span.setAttribute(ATTR_HTTP_RESPONSE_STATUS_CODE, raw.statusCode);
  if (errorCode) span.setAttribute(ATTR_ERROR_TYPE, errorCode);
  if (raw.headersSent && raw.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null where requests are not traced. */
    traceContext: Context | null;
  }
}
