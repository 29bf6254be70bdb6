import { useWindowEvent } from '@mantine/hooks';
import { useRef } from 'react';
import { openShortcuts } from '#domain/shortcuts/open-shortcuts.tsx';
import { useCommands } from '#lib/commands/commands.tsx';
import { isDialogOpen, takesKeys } from '#lib/focus/focus.ts';
import { latinKey } from '#lib/keys/latin-key.ts';
import { matchKeys, type Pressed } from './match-keys.ts';

/** Runs commands by their shortcuts, except while typing or while a dialog is open. */
export function useShortcuts(): void {
  const commands = useCommands();
  const previous = useRef<Pressed | null>(null);

  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || event.repeat) return;
    const key = latinKey(event);
    if (key.length !== 1 || takesKeys(event.target) || isDialogOpen()) return;

    const pressed = { key, at: event.timeStamp };
    const shortcuts = ['?', ...commands.flatMap(({ shortcut }) => shortcut ?? [])];
    const match = matchKeys(shortcuts, previous.current, pressed);
    previous.current = match ? null : pressed;
    if (!match) return;
    event.preventDefault();
    if (match === '?') openShortcuts();
    else commands.find(({ shortcut }) => shortcut === match)?.run();
  });
}
