import { initialsOf } from '#lib/look/avatar-look.ts';
import styles from './sidebar.module.css';

export function TeamBadge({ name }: { name: string }) {
  return (
    <span aria-hidden className={styles.badge}>
      {[...initialsOf(name)][0]}
    </span>
  );
}
