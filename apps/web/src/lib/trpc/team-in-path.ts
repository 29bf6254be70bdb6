/** The id of the team of the current page. Read with each call, because a client outlives a change of the team. */
export const teamInPath = (): string | undefined => /^\/t\/(\w+)/.exec(window.location.pathname)?.[1];
