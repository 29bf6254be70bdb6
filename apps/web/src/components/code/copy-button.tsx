import { IconCheck, IconCopy, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { copyText } from '#lib/text/copy-text.ts';
import styles from './copy-button.module.css';

type CopyState = 'idle' | 'copied' | 'failed';

const ICONS = { idle: IconCopy, copied: IconCheck, failed: IconX };
const OUTCOMES: Record<CopyState, string> = {
  idle: '',
  copied: 'Copied',
  failed: 'Not copied: select the text and copy it yourself',
};
const SHOWN_DURATION_MS = 2_000;

interface CopyButtonProps {
  text: string;
  /** Names the copied text, for screen readers. */
  subject: string;
  onCopied?: () => void;
}

/** An icon button that copies a text and shows for two seconds whether that worked. */
export function CopyButton({ text, subject, onCopied }: CopyButtonProps) {
  const [state, setState] = useState<CopyState>('idle');

  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), SHOWN_DURATION_MS);
    return () => clearTimeout(timer);
  }, [state]);

  const Icon = ICONS[state];

  async function copy() {
    const copied = await copyText(text);
    setState(copied ? 'copied' : 'failed');
    if (copied) onCopied?.();
  }

  return (
    <span className={styles.container} data-state={state}>
      <span className={styles.outcome} role="status">
        {OUTCOMES[state]}
      </span>
      <button aria-label={`Copy: ${subject}`} className={styles.button} onClick={copy} type="button">
        <Icon aria-hidden size={16} />
      </button>
    </span>
  );
}
