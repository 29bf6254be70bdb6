// server.js loads this file before Next. So the first lines that Next logs are JSON as well, and the HTTP server of
// Next gets bounds for which Next has no settings. src/lib/server/prepare-server.ts sets its timeouts. The headers of a
// request are bounded by Node, to 16 KiB.
import http from 'node:http';
import { createLog, logConsole } from '@crewboard/log';
import { isLogLevel } from '@crewboard/log/levels';

// `readEnv` checks LOG_LEVEL later, and its error must be logged: an invalid level counts as info here.
const level = process.env.LOG_LEVEL ?? '';
logConsole(createLog('web', isLogLevel(level) ? level : 'info'));

const options = {
  // Node looks for requests that are past a timeout at this interval, by default only every 30 s.
  connectionsCheckingInterval: 1_000,
  // Ignore Upgrade headers: Next would never close the connection. So it handles an ordinary request.
  shouldUpgradeCallback: () => false,
};

// src/lib/server/close-server-on-signal.ts handles SIGTERM: Next would stop listening at once and wait for open
// streams.
process.env.NEXT_MANUAL_SIG_HANDLE = 'true';

const { createServer } = http;

// Replace `createServer` for one call, that of Next.
http.createServer = (/** @type {http.RequestListener} */ listener) => {
  http.createServer = createServer;
  const server = createServer(options, listener);
  // Of all clients; src/lib/server/limit-connections.ts limits those of one address.
  server.maxConnections = 2_048;
  Object.assign(globalThis, { crewboardHttpServer: server });
  return server;
};
