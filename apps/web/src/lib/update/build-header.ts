/** The build of the web server that responded: version and commit. */
export const BUILD_HEADER = 'X-Crewboard-Build';
