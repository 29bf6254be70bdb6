/** Bounds of a request that the API and the web server share (docs/operations.md, Bounds). */
export const httpBounds = {
  maxBodyBytes: 1024 * 1024,
  /** From the beginning of a request to the end of its headers, and to the end of its body. */
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  /** Longer than a proxy keeps its idle connections (nginx 60 s): one that the server closes may lose a request. */
  keepAliveTimeoutMs: 65_000,
};
