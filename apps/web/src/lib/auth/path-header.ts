/** The header with which proxy.ts passes the URL to layouts. */
export const PATH_HEADER = 'x-crewboard-path';
