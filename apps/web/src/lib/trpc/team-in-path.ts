/** The team of the current page, read with each call: clients survive a change of the team. */
export const teamInPath = (): string | undefined => /^\/t\/(\w+)/.exec(window.location.pathname)?.[1];
