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
  /** Escape in a text field does not close the panel. */
  fieldsKeepEscape?: boolean;
}

/** The focus of a panel: it gets the focus when it opens, Escape closes it, and its link then gets the focus back. */
export function usePanelFocus({ shownId, idAttribute, onClose, fieldsKeepEscape = false }: PanelFocus) {
  const panel = useRef<HTMLElement>(null);
  const close = useEffectEvent(onClose);

  useEffect(() => {
    // A dialog that was opened while the panel was loading keeps the focus: a person may be typing there.
    if (!isFocusInDialog()) panel.current?.focus({ preventScroll: true });

    // In the capture phase: `isEscapeTaken` must see an open list or menu before Escape closes it.
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
      // Once the panel is removed, which drops its focus. Another panel or a dialog may have the focus by then.
      requestAnimationFrame(() => {
        if (!focusedElement()) focusOrMain(linkOf(idAttribute, shownId));
      });
    };
  }, [shownId, idAttribute, fieldsKeepEscape]);

  return panel;
}

/** Whether the field is that of a select without a search: see `SearchSelect`. */
const isChoice = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.inputMode === 'none';
