import { Keys } from '#components/code/keys.tsx';
import { useCommands } from '#lib/commands/commands.tsx';
import styles from './shortcut-sheet.module.css';

interface Shortcut {
  label: string;
  keys: string;
  /** Other keys that do the same, or the keys of the second action that the label names. */
  or?: string;
}

const ALWAYS: Shortcut[] = [
  { label: 'Search and commands', keys: 'mod K' },
  { label: 'These shortcuts', keys: '?' },
  { label: 'Close the open panel or dialog', keys: 'Esc' },
  { label: 'Undo the latest change, while its toast is shown', keys: 'mod Z' },
];

const ON_THE_BOARD: Shortcut[] = [
  { label: 'Between cards', keys: '← ↓ ↑ →', or: 'H J K L' },
  { label: 'First and last card of the column', keys: 'Home', or: 'End' },
  { label: 'Open the task', keys: 'Enter' },
  { label: 'Assign the task to me', keys: 'I' },
  { label: 'Lift or drop the card', keys: 'Space' },
  { label: 'Move the lifted card to another column', keys: '← →' },
];

const ON_ATTENTION: Shortcut[] = [
  { label: 'Between rows', keys: '↓ ↑' },
  { label: 'First and last row', keys: 'Home', or: 'End' },
  { label: 'Open the task', keys: 'Enter' },
];

/** The content of the dialog "Keyboard shortcuts", with those of the registered commands. */
export function ShortcutSheet() {
  const ofCommands = useCommands().flatMap(({ label, shortcut }) =>
    shortcut ? [{ label, keys: shortcut }] : [],
  );
  return (
    <>
      <ShortcutList shortcuts={[...ALWAYS, ...ofCommands]} title="Everywhere" />
      <ShortcutList shortcuts={ON_THE_BOARD} title="On the board" />
      <ShortcutList shortcuts={ON_ATTENTION} title="On the page Attention" />
    </>
  );
}

function ShortcutList({ title, shortcuts }: { title: string; shortcuts: Shortcut[] }) {
  return (
    <section aria-label={title} className={styles.section}>
      <h3 className={styles.title}>{title}</h3>
      <dl className={styles.sheet}>
        {shortcuts.map(({ label, keys, or }) => (
          <div className={styles.row} key={label}>
            <dt>{label}</dt>
            <dd className={styles.keys}>
              <Keys keys={keys} />
              {or && (
                <>
                  <span className={styles.or}>or</span>
                  <Keys keys={or} />
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
