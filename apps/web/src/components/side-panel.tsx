'use client';

import { ActionIcon, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { usePanelFocus } from '../lib/use-panel-focus.ts';
import styles from './side-panel.module.css';

/** A page that a panel may open over. */
export function SidePanelArea({ children }: { children: ReactNode }) {
  return <div className={styles.area}>{children}</div>;
}

interface SidePanelProps {
  label: string;
  /** What it shows. The link that has this id in this attribute has the focus again once it is closed. */
  shownId: string;
  idAttribute: `data-${string}`;
  onClose: () => void;
  /** Escape in a field belongs to the field. */
  fieldsKeepEscape?: boolean;
  /** For measures of its own. */
  className?: string;
  /** Its first row, beside the button that closes it. */
  head: ReactNode;
  children: ReactNode;
}

/** One thing beside the page that it was opened from, at a URL of its own. */
export function SidePanel({ label, className = '', head, children, ...focus }: SidePanelProps) {
  const panel = usePanelFocus(focus);
  return (
    <aside aria-label={label} className={`${styles.panel} ${className}`} ref={panel} tabIndex={-1}>
      <div className={styles.bar}>
        {head}
        <Tooltip label="Close · Esc">
          <ActionIcon aria-label="Close" color="gray" onClick={focus.onClose} variant="subtle">
            <IconX aria-hidden size={16} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      </div>
      <div className={styles.body}>{children}</div>
    </aside>
  );
}
