import type { ReactNode } from 'react';
import type { IconComponent } from '#lib/look/icon-component.ts';
import styles from './state-label.module.css';

interface StateLabelProps {
  Icon?: IconComponent;
  tone: 'good' | 'progress' | 'warn' | 'bad' | 'muted';
  /** Colours the icon alone. */
  hasPlainText?: boolean;
  children: ReactNode;
}

/** The state of an agent, endpoint or other thing: an icon, and words beside it. */
export function StateLabel({ Icon, tone, hasPlainText, children }: StateLabelProps) {
  return (
    <span className={styles.label} data-plain={hasPlainText || undefined} data-tone={tone}>
      {Icon && <Icon aria-hidden size={14} />}
      {children}
    </span>
  );
}
