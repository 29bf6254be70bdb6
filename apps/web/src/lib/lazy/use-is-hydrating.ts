'use client';

import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/** Whether the component is rendered for the first response, on the server or while the browser hydrates it. */
export const useIsHydrating = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => false,
    () => true,
  );
