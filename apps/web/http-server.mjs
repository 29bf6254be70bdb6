// Loaded by server.js before Next creates its HTTP server, to give it the bounds that Next has no settings for:
// they must stand in the options of createServer. src/lib/prepare-server.ts sets the others. Headers: Node's 16 KiB.
import http from 'node:http';

const options = {
  connectionsCheckingInterval: 1_000,
  // Next leaves the connection of an upgrade open for good; without one it is a request like any other.
  shouldUpgradeCallback: () => false,
};

const { createServer } = http;

// Next's own call alone is changed.
http.createServer = (/** @type {http.RequestListener} */ listener) => {
  http.createServer = createServer;
  const server = createServer(options, listener);
  server.maxConnections = 2_048;
  Object.assign(globalThis, { crewboardHttpServer: server });
  return server;
};
