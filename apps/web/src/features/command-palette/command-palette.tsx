'use client';

import type { Account } from '@crewboard/contracts';
import { useHotkeys } from '@mantine/hooks';
import { spotlight } from '@mantine/spotlight';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useIdle } from '../../lib/when-idle.ts';
import { useAppCommands } from './use-app-commands.tsx';
import { useShortcuts } from './use-shortcuts.ts';

const PaletteDialog = lazyPart(async () => (await import('./palette-dialog.tsx')).PaletteDialog);

/** Finds pages, tasks and actions. */
export function CommandPalette({ account }: { account: Account }) {
  useAppCommands();
  useShortcuts();
  // Also while typing.
  useHotkeys([['mod+K', spotlight.open]], [], true);
  return useIdle() && <PaletteDialog account={account} />;
}
