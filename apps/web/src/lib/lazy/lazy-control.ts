'use client';

import { type ComponentType, useRef, useSyncExternalStore } from 'react';
import { showFailure } from '../notices/show-error.ts';
import { whenIdle } from './when-idle.ts';

/**
 * A control whose code is loaded once the browser is idle, or when it is pointed at or focused. Until then a stand-in
 * with the same look takes its place; the focus and a click pass on to the control.
 */
export function lazyControl<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let control: ComponentType<Props> | null = null;
  let loading: Promise<void> | undefined;
  const listeners = new Set<() => void>();

  function request(): Promise<void> {
    loading ??= load().then(
      (found) => {
        control = found;
        for (const listener of listeners) listener();
      },
      (error) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  }

  const prepare = () => void request().catch(() => {});

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    void whenIdle().then(prepare);
    return () => listeners.delete(listener);
  }

  // biome-ignore lint/correctness/noComponentHookFactories: modules call it once.
  return function useLazyControl() {
    const hasFocus = useRef(false);
    const isRequested = useRef(false);
    const Control = useSyncExternalStore(
      subscribe,
      () => control,
      () => null,
    );
    /** For the element that becomes the target of the control. */
    const target = Control
      ? { autoFocus: hasFocus.current }
      : {
          onPointerEnter: prepare,
          onFocus() {
            hasFocus.current = true;
            prepare();
          },
          onBlur() {
            hasFocus.current = false;
          },
          onClick() {
            isRequested.current = true;
            request().catch(() => {
              isRequested.current = false;
              showFailure(
                'control',
                'Could not be opened',
                'Try again. If that does not help, reload the page.',
              );
            });
          },
        };
    return { Control, target, isOpened: isRequested.current };
  };
}
