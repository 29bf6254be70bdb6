import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/**
 * The time zone in which to show times: UTC on the server, which does not know that of the person, and in the first
 * paint, then undefined, the local one.
 */
export const useTimeZone = (): 'UTC' | undefined =>
  useSyncExternalStore<'UTC' | undefined>(
    subscribe,
    () => undefined,
    () => 'UTC',
  );
