// Loaded by server.js before anything of Next, whose first lines are then JSON, too, and before it creates its HTTP server,
// to set bounds for which Next has no settings: they must be options of createServer. src/lib/server/prepare-server.ts sets
// the others. Headers: Node's 16 KiB.
import http from 'node:http';
import { createLog, logConsole } from '@crewboard/log';
import { isLogLevel } from '@crewboard/log/levels';

// The settings are checked later, and an invalid level is then logged.
const level = process.env.LOG_LEVEL ?? '';
logConsole(createLog('web', isLogLevel(level) ? level : 'info'));

const options = {
  connectionsCheckingInterval: 1_000,
  // Next never closes a connection with an Upgrade header; without it, it handles an ordinary request.
  shouldUpgradeCallback: () => false,
};

// src/lib/server/close-server-on-signal.ts handles SIGTERM: Next would close at once, and wait for open streams.
process.env.NEXT_MANUAL_SIG_HANDLE = 'true';

const { createServer } = http;

// Wrap only the call by Next.
http.createServer = (/** @type {http.RequestListener} */ listener) => {
  http.createServer = createServer;
  const server = createServer(options, listener);
  server.maxConnections = 2_048;
  Object.assign(globalThis, { crewboardHttpServer: server });
  return server;
};
