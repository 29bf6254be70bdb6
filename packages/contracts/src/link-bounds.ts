// Without zod, for pages.

/** The maximum of links of a task. */
export const maxLinks = 10;
