import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';

interface ModalSettings {
  modalId: string;
  title: string;
  children: ReactNode;
  closeOnClickOutside?: boolean;
  onClose?: () => void;
}

let isReady = false;
let waiting: ModalSettings[] = [];

/** Opens a dialog, once the code of dialogs is loaded. */
export function openModal(settings: ModalSettings): void {
  if (!isReady) waiting.push(settings);
  else modals.open({ centered: true, size: 440, closeButtonProps: { 'aria-label': 'Close' }, ...settings });
}

/** The provider of dialogs is rendered. */
export function openWaitingModals(): void {
  isReady = true;
  const opened = waiting;
  waiting = [];
  for (const settings of opened) openModal(settings);
}
