'use client';

import { useEffect, useEffectEvent, useRef } from 'react';
import {
  focusedElement,
  focusOrMain,
  isEscapeTaken,
  isField,
  isFocusInDialog,
  type LinkAttribute,
  linkOf,
} from './focus.ts';

interface PanelFocus {
  /** The id of the shown item. */
  shownId: string;
  /** The attribute of the opening link that has this id. */
  idAttribute: LinkAttribute;
  onClose: () => void;
  /** Escape in a field in which a person types does not close the panel. */
  fieldsKeepEscape?: boolean;
}

/** Whether it is a field for a choice from a list, which asks for no keyboard. */
const isChoice = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.inputMode === 'none';

/** Takes the focus when it opens, closes with Escape, and gives the focus back to the link that opened it. */
export function usePanelFocus({ shownId, idAttribute, onClose, fieldsKeepEscape = false }: PanelFocus) {
  const panel = useRef<HTMLElement>(null);
  const close = useEffectEvent(onClose);

  useEffect(() => {
    // A dialog that was opened before the panel was loaded keeps the focus: what is typed there must not be lost.
    if (!isFocusInDialog()) panel.current?.focus({ preventScroll: true });

    // In the capture phase, before another element that handles Escape is closed.
    function onKeyDown({ key, target, isComposing }: KeyboardEvent) {
      if (
        key === 'Escape' &&
        !isComposing &&
        !isEscapeTaken() &&
        !(fieldsKeepEscape && isField(target) && !isChoice(target))
      )
        close();
    }
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => {
      window.removeEventListener('keydown', onKeyDown, { capture: true });
      requestAnimationFrame(() => {
        if (!focusedElement()) focusOrMain(linkOf(idAttribute, shownId));
      });
    };
  }, [shownId, idAttribute, fieldsKeepEscape]);

  return panel;
}
