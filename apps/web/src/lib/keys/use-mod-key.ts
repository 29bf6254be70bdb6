import { useWindowEvent } from '@mantine/hooks';
import { isField } from '../focus/focus.ts';
import { latinKey } from './latin-key.ts';

/**
 * Calls `onPress` for Ctrl or ⌘ with this key, in fields only with `inFields`. Not by `useHotkeys` of Mantine, which
 * would add a kilobyte to every page.
 */
export function useModKey(key: string, onPress: () => unknown, { inFields = false } = {}): void {
  useWindowEvent('keydown', (event) => {
    const isMod = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!isMod || latinKey(event) !== key || (!inFields && isField(event.target))) return;
    event.preventDefault();
    onPress();
  });
}
