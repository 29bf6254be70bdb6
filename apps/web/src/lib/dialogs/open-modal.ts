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

/** The dialogs that are open, for `Overlays`. */
export const useModals = opened.use;

/** Opens a dialog from outside of components; `Overlays` shows it. Does nothing if a dialog with this id is open. */
export function openModal(modal: Modal): void {
  if (opened.get().some(({ modalId }) => modalId === modal.modalId)) return;
  opened.set([...opened.get(), { ...modal, opener: openingElement() }]);
}

/** Closes a dialog. The focus returns to the element that opened it. */
export function closeModal(id: string): void {
  const closed = opened.get().find(({ modalId }) => modalId === id);
  if (!closed) return;
  opened.set(opened.get().filter((modal) => modal !== closed));
  closed.onClose?.();
  // The dialog traps the focus until it is removed.
  setTimeout(() => focusOrMain(closed.opener));
}

/** Closes all dialogs without moving the focus. */
export function closeAllModals(): void {
  const closed = opened.get();
  opened.set([]);
  for (const { onClose } of closed) onClose?.();
}
