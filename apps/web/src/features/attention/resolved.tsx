import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './attention.module.css';

/** In the place of the buttons, until the pointer leaves the list. */
export const Resolved = ({ children }: { children: ReactNode }) => (
  <span className={styles.resolution}>
    <IconCheck aria-hidden size={14} />
    {children}
  </span>
);
