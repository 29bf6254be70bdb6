import { useSyncExternalStore } from 'react';

/** The latest time after the start of the page, for browsers that are busy for long. */
const MAX_WAIT_MS = 1_000;

let isIdle = false;
let idle: Promise<void> | undefined;

/**
 * Resolves once the browser is idle after the start of the page, or with the first key or press: the time to load code
 * that the first picture does not need.
 */
export function whenIdle(): Promise<void> {
  idle ??= new Promise((resolve) => {
    const start = () => {
      isIdle = true;
      resolve();
    };
    for (const type of ['pointerdown', 'keydown'])
      addEventListener(type, start, { once: true, capture: true });
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: MAX_WAIT_MS });
    else setTimeout(start, MAX_WAIT_MS);
  });
  return idle;
}

const subscribe = (onIdle: () => void): (() => void) => {
  let isSubscribed = true;
  void whenIdle().then(() => isSubscribed && onIdle());
  return () => {
    isSubscribed = false;
  };
};

/** Whether `whenIdle` has resolved. */
export const useIdle = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isIdle,
    () => false,
  );
