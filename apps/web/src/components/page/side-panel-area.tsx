import type { ReactNode } from 'react';
import styles from './side-panel.module.css';

/** A page over which a panel can open. */
export function SidePanelArea({ children }: { children: ReactNode }) {
  return <div className={styles.area}>{children}</div>;
}
