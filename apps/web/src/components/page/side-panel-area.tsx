import type { ReactNode } from 'react';
import styles from './side-panel.module.css';

/** The area of a page over which a `SidePanel` can open. */
export function SidePanelArea({ children }: { children: ReactNode }) {
  return <div className={styles.area}>{children}</div>;
}
