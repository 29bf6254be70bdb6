/**
 * The header in which proxy.ts passes the path of a page to `requireAccount`, which returns there after the sign-in.
 */
export const PATH_HEADER = 'x-crewboard-path';
