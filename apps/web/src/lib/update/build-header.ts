/** The build of the web server that responded: version and commit. A page of another build offers to load it again. */
export const BUILD_HEADER = 'X-Crewboard-Build';
