import { lazyPart } from '../lib/lazy-part.tsx';
import { openModal } from '../lib/open-modal.ts';

const ShortcutSheet = lazyPart(async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet);

export async function openShortcuts(): Promise<void> {
  await ShortcutSheet.preload();
  openModal({ modalId: 'shortcuts', title: 'Keyboard shortcuts', children: <ShortcutSheet /> });
}
