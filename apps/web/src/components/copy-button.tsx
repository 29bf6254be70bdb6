'use client';

import { useEffect, useState } from 'react';
import { copyText } from '../lib/copy-text.ts';
import styles from './copy-button.module.css';
import { Icon, type IconName } from './icon.tsx';

type CopyState = 'idle' | 'copied' | 'refused';

const ICONS: Record<CopyState, IconName> = { idle: 'copy', copied: 'check', refused: 'cross' };
const OUTCOMES: Record<CopyState, string> = {
  idle: '',
  copied: 'Copied',
  refused: 'Not copied: select it by hand',
};
const SHOWN_FOR_MS = 2_000;

interface CopyButtonProps {
  text: string;
  /** What is copied, in a few words, for screen readers. */
  subject: string;
  onCopied?: () => void;
}

export function CopyButton({ text, subject, onCopied }: CopyButtonProps) {
  const [state, setState] = useState<CopyState>('idle');

  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [state]);

  async function copy() {
    const copied = await copyText(text);
    setState(copied ? 'copied' : 'refused');
    if (copied) onCopied?.();
  }

  return (
    <span className={styles.place} data-state={state}>
      <span className={styles.outcome} role="status">
        {OUTCOMES[state]}
      </span>
      <button aria-label={`Copy: ${subject}`} className={styles.button} onClick={copy} type="button">
        <Icon name={ICONS[state]} />
      </button>
    </span>
  );
}
