import { lazyPart } from '../lib/lazy-part.tsx';
import { openModal } from '../lib/open-modal.ts';
import { DialogSkeleton } from './dialog-skeleton.tsx';

const ShortcutSheet = lazyPart(async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet, {
  standIn: DialogSkeleton,
});

export function openShortcuts(): void {
  openModal({ modalId: 'shortcuts', title: 'Keyboard shortcuts', children: <ShortcutSheet /> });
}
