import { DialogSkeleton } from '#components/dialogs/dialog-skeleton.tsx';
import { openModal } from '#lib/dialogs/open-modal.ts';
import { lazyPart } from '#lib/lazy/lazy-part.tsx';

const ShortcutSheet = lazyPart(async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet, {
  standIn: DialogSkeleton,
});

/** Opens the dialog with all keyboard shortcuts. */
export function openShortcuts(): void {
  openModal({ modalId: 'shortcuts', title: 'Keyboard shortcuts', children: <ShortcutSheet /> });
}
