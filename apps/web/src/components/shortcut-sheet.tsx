'use client';

import { modals } from '@mantine/modals';
import { useCommands } from '../lib/commands.tsx';
import { Keys } from './keys.tsx';
import styles from './shortcut-sheet.module.css';

const ALWAYS = [
  { label: 'Search and commands', keys: 'mod K' },
  { label: 'These shortcuts', keys: '?' },
  { label: 'Close what is open', keys: 'Esc' },
];

export function openShortcuts(): void {
  modals.open({
    modalId: 'shortcuts',
    title: 'Keyboard shortcuts',
    centered: true,
    size: 400,
    closeButtonProps: { 'aria-label': 'Close' },
    children: <ShortcutSheet />,
  });
}

function ShortcutSheet() {
  const ours = useCommands().flatMap(({ label, shortcut }) => (shortcut ? [{ label, keys: shortcut }] : []));

  return (
    <dl className={styles.sheet}>
      {[...ALWAYS, ...ours].map(({ label, keys }) => (
        <div className={styles.row} key={label}>
          <dt>{label}</dt>
          <dd>
            <Keys keys={keys} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
