/** Bounds of HTTP requests, the same in the API and the web server (docs/operations.md, Bounds). */
export const httpBounds = {
  maxBodyBytes: 1024 * 1024,
  /** From the beginning of a request to the end of its headers; `requestTimeoutMs`: to the end of its body. */
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  /**
   * Longer than proxies keep idle connections (nginx: 60 s). If the server closed a connection first, the proxy could
   * lose a request that it sends at that moment.
   */
  keepAliveTimeoutMs: 65_000,
};
