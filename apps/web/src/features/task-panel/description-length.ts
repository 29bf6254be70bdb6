/** What the API accepts. */
export const maxDescriptionLength = 100_000;
