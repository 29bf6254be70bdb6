import cuid from '@bugsnag/cuid';

/** A new CUID. It begins with the time, which keeps new rows together in the indexes. */
export const newId = (): string => cuid();
