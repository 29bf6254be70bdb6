import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadSecretFiles } from '@crewboard/app-secret/secret-files';
import { buildText } from '@crewboard/build-info';
import { clientAddress, type TrustProxy } from '@crewboard/client-address';
import { httpBounds } from '@crewboard/contracts';
import { closeStalledConnections } from '@crewboard/stalled-connections';
import { type Env, readEnv } from '../env.ts';
import { closeServerOnSignal } from './close-server-on-signal.ts';
import { guardRequests } from './guard-requests.ts';
import { limitConnections } from './limit-connections.ts';
import { limitLog } from './limit-log.ts';
import { observeApiCalls } from './observe-api-calls.ts';
import { observeRequests } from './observe-requests.ts';
import { Readiness } from './readiness.ts';
import { serveHealth } from './serve-health.ts';

const STALL_TIMEOUT_MS = 10_000;

declare global {
  /** Set by http-server.mjs; undefined under `next dev`. */
  var crewboardHttpServer: Server | undefined;
}

/**
 * Prepares the process before its first request: settings, limits, health, metrics and signals. Each part puts its
 * listener before those of Next, so the last one added runs first. Called by instrumentation.ts.
 */
export async function prepareServer(): Promise<void> {
  console.log(`Crewboard ${buildText}: starting the web server`);
  const { apiUrl, trustProxy, isHttps, shutdownDelayMs, metricsToken: token } = readEnvOrStop();
  limitLog();
  resolveClientAddress(trustProxy);
  const server = globalThis.crewboardHttpServer;
  if (!server) return;
  server.headersTimeout = httpBounds.headersTimeoutMs;
  server.requestTimeout = httpBounds.requestTimeoutMs;
  server.keepAliveTimeout = httpBounds.keepAliveTimeoutMs;
  closeStalledConnections(server, STALL_TIMEOUT_MS);
  limitConnections(server, trustProxy);
  guardRequests(server);
  const metrics = token ? new (await import('./web-metrics.ts')).WebMetrics() : undefined;
  const readiness = new Readiness(apiUrl);
  serveHealth(server, readiness, metrics && token ? { metrics, token } : undefined);
  observeRequests(server, metrics);
  observeApiCalls(apiUrl, metrics);
  secureResponses(server, { isHttps });
  closeServerOnSignal(server, readiness, shutdownDelayMs);
  // The sign-in is a page that needs no session.
  void readiness.renderFirstPage(`${urlOf(server)}/sign-in`);
}

/** The URL at which this process reaches itself: at the loopback address if the server listens on all addresses. */
function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  if (address === '::' || address === '0.0.0.0') return `http://127.0.0.1:${port}`;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/** Reads files of secrets and all settings. Exits if one is invalid: Next would keep running and fail every request. */
function readEnvOrStop(): Env {
  try {
    loadSecretFiles(process.env);
    return readEnv();
  } catch (error) {
    process.stderr.write(
      `The web server could not start: ${error instanceof Error ? error.message : error}\n`,
    );
    process.exit(1);
  }
}

const FORWARDED_FOR = 'x-forwarded-for';

/**
 * Replaces X-Forwarded-For of each request by the address of its client: the address of the socket, unless a trusted
 * proxy names another one. Handlers of Next see the headers, but not the socket.
 */
function resolveClientAddress(trust: TrustProxy): void {
  subscribe('http.server.request.start', (message) => {
    const { headers, socket } = (message as { request: IncomingMessage }).request;
    const header = headers[FORWARDED_FOR];
    const forwardedFor = Array.isArray(header) ? header.join(',') : header;
    headers[FORWARDED_FOR] = clientAddress({ remoteAddress: socket.remoteAddress, forwardedFor }, trust);
  });
}

const headers = new Map([
  // For responses that are not pages: src/proxy.ts gives each page a policy with a nonce.
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'same-origin'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Permissions-Policy', 'camera=(), geolocation=(), microphone=()'],
]);

/**
 * Sets the security headers of every response, before Next or a rejection sets its own. With a public https URL,
 * browsers use only https for a year, on this host alone.
 */
function secureResponses(server: Server, { isHttps }: { isHttps: boolean }): void {
  const secure: RequestListener = (_request, response: ServerResponse) => {
    response.setHeaders(headers);
    if (isHttps) response.setHeader('Strict-Transport-Security', 'max-age=31536000');
  };
  server.prependListener('request', secure);
  server.prependListener('checkContinue', secure);
}
