import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import protobuf from 'protobufjs';

/** The fields of opentelemetry/proto/trace/v1/trace.proto that tests read; others are skipped. */
const { root } = protobuf.parse(`
  syntax = "proto3";
  message ExportTraceServiceRequest { repeated ResourceSpans resource_spans = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message ScopeSpans { repeated Span spans = 2; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; } }
  message Span {
    bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5; int32 kind = 6;
    fixed64 start_time_unix_nano = 7; fixed64 end_time_unix_nano = 8; repeated KeyValue attributes = 9;
  }`);
const ExportRequest = root.lookupType('ExportTraceServiceRequest');

type KeyValue = { key: string; value: Record<string, unknown> };
type RawSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes?: KeyValue[];
};
type Export = {
  resourceSpans: { resource: { attributes: KeyValue[] }; scopeSpans: { spans: RawSpan[] }[] }[];
};

export type ReceivedSpan = {
  traceId: string;
  spanId: string;
  /** Empty without a parent. */
  parentSpanId: string;
  name: string;
  attributes: Record<string, unknown>;
  service: unknown;
};

const hex = (base64 = '') => Buffer.from(base64, 'base64').toString('hex');
const toAttributes = (list: KeyValue[] = []) =>
  Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]));

/** A collector: an HTTP server that decodes the spans it receives as OTLP in protobuf. */
export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = [];
  /** All bytes as they came, decompressed. */
  readonly bodies: Buffer[] = [];
  readonly headers: Record<string, string | string[] | undefined>[] = [];
  readonly #server = createServer(async (request, response) => {
    const body = await buffer(request);
    this.#receive(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body);
    this.headers.push(request.headers);
    const isTraces = request.url === '/v1/traces';
    response.writeHead(isTraces ? 200 : 404, { 'Content-Type': 'application/x-protobuf' }).end();
  });

  static async start(): Promise<OtlpReceiver> {
    const receiver = new OtlpReceiver();
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #receive(body: Buffer): void {
    this.bodies.push(body);
    const message = ExportRequest.toObject(ExportRequest.decode(body), {
      bytes: String,
      longs: Number,
    }) as Export;
    for (const { resource, scopeSpans } of message.resourceSpans) {
      const service = toAttributes(resource.attributes)['service.name'];
      for (const { traceId, spanId, parentSpanId, name, attributes } of scopeSpans.flatMap(
        ({ spans }) => spans,
      )) {
        this.spans.push({
          ...{ traceId: hex(traceId), spanId: hex(spanId), parentSpanId: hex(parentSpanId) },
          ...{ name, service, attributes: toAttributes(attributes) },
        });
      }
    }
  }
}
