'use client';

import type { Account } from '@crewboard/contracts';
import { useRef, useState } from 'react';
import { palette } from '#lib/commands/palette.ts';
import { isDialogOpen } from '#lib/focus/focus.ts';
import { useModKey } from '#lib/keys/use-mod-key.ts';
import { lazyPart } from '#lib/lazy/lazy-part.tsx';
import { useIdle } from '#lib/lazy/when-idle.ts';
import { PaletteStandIn } from './palette-stand-in.tsx';
import { useAppCommands } from './use-app-commands.tsx';
import { useShortcuts } from './use-shortcuts.ts';

const PaletteDialog = lazyPart(async () => (await import('./palette-dialog.tsx')).PaletteDialog, {
  standIn: PaletteStandIn,
});

/**
 * Finds pages, tasks and actions, and runs them by shortcuts. The palette itself is loaded once the browser is idle.
 */
export function CommandPalette({ account }: { account: Account }) {
  useAppCommands();
  useShortcuts();
  const [query, setQuery] = useState('');
  const isEnterPressed = useRef(false);
  // The key works while typing, but not in a dialog: a command could leave the page and with it the open dialog.
  useModKey('k', () => !isDialogOpen() && palette.open(), { inFields: true });
  return useIdle() && <PaletteDialog onQueryChange={setQuery} {...{ account, query, isEnterPressed }} />;
}
