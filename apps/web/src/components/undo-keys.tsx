'use client';

import { useHotkeys } from '@mantine/hooks';
import { undoLatest } from '../lib/undo.ts';

/** Ctrl+Z, or ⌘Z, outside of fields: takes the latest change back for as long as its toast is shown. */
export function UndoKeys() {
  useHotkeys([['mod+Z', undoLatest]]);
  return null;
}
