import type { KeyboardEvent } from 'react';

/** Handles keys in a form of the panel: Escape closes the form, but not the panel, in fields and on buttons alike. */
export const closeOnEscape = (onClose: () => void) => (event: KeyboardEvent) => {
  // Escape also ends the composition of a character.
  if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
  event.stopPropagation();
  onClose();
};
