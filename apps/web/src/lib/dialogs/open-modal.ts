import type { ReactNode } from 'react';
import { focusOrMain, openingElement } from '../focus/focus.ts';

interface Modal {
  modalId: string;
  title: string;
  children: ReactNode;
  keepOpenOnClickOutside?: boolean;
  onClose?: () => void;
}

interface OpenedModal extends Modal {
  opener: HTMLElement | null;
}

let opened: readonly OpenedModal[] = [];
const listeners = new Set<() => void>();

function setOpened(next: readonly OpenedModal[]): void {
  opened = next;
  for (const listener of listeners) listener();
}

export const readModals = (): readonly OpenedModal[] => opened;

export function subscribeToModals(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Opens a dialog, once the code of dialogs is loaded. */
export function openModal(modal: Modal): void {
  if (opened.some(({ modalId }) => modalId === modal.modalId)) return;
  setOpened([...opened, { ...modal, opener: openingElement() }]);
}

/** The focus returns to what had it, or to the button of the menu that it was in. */
export function closeModal(id: string): void {
  const closed = opened.find(({ modalId }) => modalId === id);
  if (!closed) return;
  setOpened(opened.filter((modal) => modal !== closed));
  closed.onClose?.();
  // The dialog traps the focus until it is removed.
  setTimeout(() => focusOrMain(closed.opener));
}

/** The focus stays where it is. */
export function closeAllModals(): void {
  const closed = opened;
  setOpened([]);
  for (const { onClose } of closed) onClose?.();
}
