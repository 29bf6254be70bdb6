'use client';

import { useEffect, useEffectEvent, useRef } from 'react';

interface PanelFocus {
  /** The id of the shown item. */
  shownId: string;
  /** The attribute of the opening link that has this id. */
  idAttribute: `data-${string}`;
  onClose: () => void;
  /** Escape in a field does not close the panel. */
  fieldsKeepEscape?: boolean;
}

/** Takes the focus when it opens, closes with Escape, and gives the focus back to the link that opened it. */
export function usePanelFocus({ shownId, idAttribute, onClose, fieldsKeepEscape = false }: PanelFocus) {
  const panel = useRef<HTMLElement>(null);
  const close = useEffectEvent(onClose);

  useEffect(() => {
    // A dialog that was opened before the panel was loaded keeps the focus: what is typed there must not be lost.
    if (!document.activeElement?.closest('[aria-modal="true"]'))
      panel.current?.focus({ preventScroll: true });

    // In the capture phase, before another element that handles Escape is closed.
    function onKeyDown({ key, target }: KeyboardEvent) {
      if (key !== 'Escape' || isHandledElsewhere() || (fieldsKeepEscape && isField(target))) return;
      close();
    }
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => {
      window.removeEventListener('keydown', onKeyDown, { capture: true });
      focusLink(idAttribute, shownId);
    };
  }, [shownId, idAttribute, fieldsKeepEscape]);

  return panel;
}

/** Whether a list, menu or dialog is open, or a card is being moved. */
function isHandledElsewhere(): boolean {
  const open = '[aria-modal="true"], [aria-expanded="true"][aria-haspopup]:not([disabled]), [data-lifted]';
  return document.querySelector(open) !== null;
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea') !== null;

function focusLink(attribute: string, id: string): void {
  requestAnimationFrame(() => {
    const { activeElement } = document;
    if (activeElement?.isConnected && activeElement !== document.body) return;
    const link = document.querySelector<HTMLElement>(`a[${attribute}="${CSS.escape(id)}"]`);
    (link ?? document.querySelector('main'))?.focus();
  });
}
