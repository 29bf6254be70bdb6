/** In which proxy.ts tells a layout its URL, which it does not learn otherwise. */
export const PATH_HEADER = 'x-crewboard-path';
