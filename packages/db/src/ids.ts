import cuid from '@bugsnag/cuid';

/** A new CUID. Ids begin with the time, so that new rows stand together in the indexes. */
export const newId = (): string => cuid();
