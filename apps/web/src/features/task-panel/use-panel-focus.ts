'use client';

import { useEffect, useEffectEvent, useRef } from 'react';

/** Takes the focus when it opens, closes with Escape, and gives the focus back to the card. */
export function usePanelFocus(taskId: string, onClose: () => void) {
  const panel = useRef<HTMLElement>(null);
  const close = useEffectEvent(onClose);

  useEffect(() => {
    panel.current?.focus({ preventScroll: true });

    // In the capture phase: what else answers Escape is still open then.
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape' || isAnsweredElsewhere(event.target)) return;
      close();
    }
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => {
      window.removeEventListener('keydown', onKeyDown, { capture: true });
      focusCardOf(taskId);
    };
  }, [taskId]);

  return panel;
}

/** An open list, a dialog, a field being edited, or a card that is being moved. */
function isAnsweredElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('[aria-modal="true"], [aria-expanded="true"][aria-haspopup], [data-lifted]'))
    return true;
  return target instanceof Element && target.closest('input, textarea') !== null;
}

function focusCardOf(taskId: string): void {
  const { activeElement } = document;
  requestAnimationFrame(() => {
    if (activeElement?.isConnected && activeElement !== document.body) return;
    document.querySelector<HTMLElement>(`a[data-task-id="${CSS.escape(taskId)}"]`)?.focus();
  });
}
