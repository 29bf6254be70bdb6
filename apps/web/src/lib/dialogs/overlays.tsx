'use client';

import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { openWaitingModals } from './open-modal.ts';

/** Where `openModal` shows its dialogs, and toasts. Loaded with the first of them. */
export function Overlays() {
  useEffect(openWaitingModals, []);
  return (
    <>
      <ModalsProvider>{null}</ModalsProvider>
      <Notifications limit={4} pauseResetOnHover="notification" position="bottom-right" />
    </>
  );
}
