import { ActionIcon, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { LinkAttribute } from '#lib/focus/focus.ts';
import { usePanelFocus } from '#lib/focus/use-panel-focus.ts';
import styles from './side-panel.module.css';

interface SidePanelProps {
  label: string;
  /** The id of the shown item. On close, the link that has this id in `idAttribute` gets the focus back. */
  shownId: string;
  idAttribute: LinkAttribute;
  onClose: () => void;
  /** Escape in a field does not close the panel. */
  fieldsKeepEscape?: boolean;
  /** Overrides the size of the panel. */
  className?: string;
  /** The first row, beside the close button. */
  head: ReactNode;
  children: ReactNode;
}

/** A panel over the right side of a page, with its own URL, such as that of a task. */
export function SidePanel({ label, className = '', head, children, ...focus }: SidePanelProps) {
  const panel = usePanelFocus(focus);
  return (
    <aside aria-label={label} className={`${styles.panel} ${className}`} ref={panel} tabIndex={-1}>
      <div className={styles.bar}>
        {head}
        <Tooltip label="Close · Esc">
          <ActionIcon aria-label="Close" onClick={focus.onClose}>
            <IconX aria-hidden size={16} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      </div>
      <div className={styles.body}>{children}</div>
    </aside>
  );
}
