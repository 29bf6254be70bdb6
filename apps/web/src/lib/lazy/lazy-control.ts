import { type ComponentType, useEffect, useRef } from 'react';
import { showFailure } from '../notices/show-error.ts';
import { loadLater, useLoadState } from './load-later.ts';
import { whenIdle } from './when-idle.ts';

/**
 * Returns a hook for a control whose code is loaded once the browser is idle, or with the first pointer or focus on it.
 * Until then the caller renders a stand-in with the same look, whose focus and click pass on to the control.
 */
export function lazyControl<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const later = loadLater(load);
  const { request } = later;
  const prepare = () => void request();

  // biome-ignore lint/correctness/noComponentHookFactories: modules call it once.
  return function useLazyControl() {
    const hasFocus = useRef(false);
    /** The stand-in was clicked before the code was loaded: the control opens at once. */
    const isPressed = useRef(false);
    const { value: Control } = useLoadState(later);
    useEffect(() => void whenIdle().then(request), []);
    useEffect(() => {
      // The control opens and takes the focus when it replaces the stand-in, not when it is mounted again later.
      if (Control) hasFocus.current = isPressed.current = false;
    }, [Control]);

    async function open() {
      isPressed.current = true;
      const isLoaded = await request();
      if (isLoaded) return;
      isPressed.current = false;
      showFailure('control', 'Could not be opened', 'Try again. If that does not help, reload the page.');
    }

    /** The props of the stand-in, and then of the control. */
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
          onClick: () => void open(),
        };
    return { Control, target, isOpened: isPressed.current };
  };
}
