'use client';

import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { Announcer } from '../components/announcer.tsx';
import { UndoKeys } from '../components/undo-keys.tsx';
import { CommandsProvider } from './commands.tsx';
import { theme } from './theme.ts';
import { TrpcQueryProvider } from './trpc/trpc-query-provider.tsx';

/** What every page stands on. */
export function AppProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider defaultColorScheme="auto" theme={theme}>
      <TrpcQueryProvider>
        <CommandsProvider>
          <ModalsProvider>
            <Notifications limit={4} pauseResetOnHover="notification" position="bottom-right" />
            <Announcer />
            <UndoKeys />
            {children}
          </ModalsProvider>
        </CommandsProvider>
      </TrpcQueryProvider>
    </MantineProvider>
  );
}
