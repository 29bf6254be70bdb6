import type { ReactNode } from 'react';
import { createStore } from '../create-store.ts';
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

const opened = createStore<readonly OpenedModal[]>([]);

export const useModals = opened.use;

/** Opens a dialog, once the code of dialogs is loaded. */
export function openModal(modal: Modal): void {
  if (opened.get().some(({ modalId }) => modalId === modal.modalId)) return;
  opened.set([...opened.get(), { ...modal, opener: openingElement() }]);
}

/** The focus returns to what had it, or to the button of the menu that it was in. */
export function closeModal(id: string): void {
  const closed = opened.get().find(({ modalId }) => modalId === id);
  if (!closed) return;
  opened.set(opened.get().filter((modal) => modal !== closed));
  closed.onClose?.();
  // The dialog traps the focus until it is removed.
  setTimeout(() => focusOrMain(closed.opener));
}

/** The focus stays where it is. */
export function closeAllModals(): void {
  const closed = opened.get();
  opened.set([]);
  for (const { onClose } of closed) onClose?.();
}
