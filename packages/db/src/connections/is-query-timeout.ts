/** Whether pg gave up the query after its `query_timeout`. The error has no code, and the server may still work on it. */
export const isQueryTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';
