import { useOs } from '@mantine/hooks';
import styles from './keys.module.css';

/** Renders the keys of a shortcut: "g b" as two keys, "mod" as ⌘ on a Mac and as Ctrl elsewhere. */
export function Keys({ keys }: { keys: string }) {
  const mod = useOs() === 'macos' ? '⌘' : 'Ctrl';
  return (
    <span className={styles.keys}>
      {keys.split(' ').map((key) => (
        <kbd className={styles.key} key={key}>
          {key === 'mod' ? mod : key.length === 1 ? key.toUpperCase() : key}
        </kbd>
      ))}
    </span>
  );
}
