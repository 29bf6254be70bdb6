'use client';

import { useEffect, useEffectEvent, useRef } from 'react';

/** Takes the focus when it opens, closes with Escape, and gives the focus back to the row. */
export function usePanelFocus(deliveryId: string, onClose: () => void) {
  const panel = useRef<HTMLElement>(null);
  const close = useEffectEvent(onClose);

  useEffect(() => {
    panel.current?.focus({ preventScroll: true });

    // In the capture phase: what else answers Escape is still open then.
    function onKeyDown(event: KeyboardEvent) {
      if (event.key === 'Escape' && !isAnsweredElsewhere()) close();
    }
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => {
      window.removeEventListener('keydown', onKeyDown, { capture: true });
      focusRowOf(deliveryId);
    };
  }, [deliveryId]);

  return panel;
}

/** An open list, menu or dialog. */
function isAnsweredElsewhere(): boolean {
  return (
    document.querySelector('[aria-modal="true"], [aria-expanded="true"][aria-haspopup]:not([disabled])') !==
    null
  );
}

function focusRowOf(deliveryId: string): void {
  requestAnimationFrame(() => {
    const { activeElement } = document;
    if (activeElement?.isConnected && activeElement !== document.body) return;
    const row = document.querySelector<HTMLElement>(`a[data-delivery-id="${CSS.escape(deliveryId)}"]`);
    (row ?? document.querySelector('main'))?.focus();
  });
}
