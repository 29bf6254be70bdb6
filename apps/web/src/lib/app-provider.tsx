import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { LoadFailures } from '#components/notices/load-failures.tsx';
import { UpdateNotice } from '#components/notices/update-notice.tsx';
import { CommandsProvider } from './commands/commands.tsx';
import { useModKey } from './keys/use-mod-key.ts';
import { lazyPart } from './lazy/lazy-part.tsx';
import { useIdle } from './lazy/when-idle.ts';
import { theme } from './look/theme.ts';
import { useAnnouncement } from './notices/announce.ts';
import { undoLatest } from './notices/undo.ts';
import { TrpcQueryProvider } from './trpc/trpc-query-provider.tsx';

const Overlays = lazyPart(async () => (await import('./dialogs/overlays.tsx')).Overlays);

/** The providers of every page. */
export function AppProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider defaultColorScheme="auto" theme={theme}>
      <TrpcQueryProvider>
        <CommandsProvider>
          {useIdle() && <Overlays />}
          <UpdateNotice />
          <LoadFailures />
          <Announcer />
          <UndoKeys />
          {children}
        </CommandsProvider>
      </TrpcQueryProvider>
    </MantineProvider>
  );
}

/**
 * The live region of `announce`. Always rendered: screen readers ignore a region that appears together with its text.
 */
function Announcer() {
  const { text, count } = useAnnouncement();
  return (
    <div className="visually-hidden" role="status">
      <span key={count}>{text}</span>
    </div>
  );
}

/** Ctrl+Z, or ⌘Z, outside of fields undoes the latest change while its toast is shown. */
function UndoKeys() {
  useModKey('z', undoLatest);
  return null;
}
