'use client';

import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { openWaitingModals } from './open-modal.ts';

/** Dialogs that are opened by a function, and toasts. */
export function Overlays() {
  useEffect(openWaitingModals, []);
  return (
    <>
      <ModalsProvider>{null}</ModalsProvider>
      <Notifications limit={4} pauseResetOnHover="notification" position="bottom-right" />
    </>
  );
}
