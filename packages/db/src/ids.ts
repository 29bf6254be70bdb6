import cuid from '@bugsnag/cuid';

/** A new CUID. It begins with the time, so that new rows are next to each other in the indexes. */
export const newId = (): string => cuid();
