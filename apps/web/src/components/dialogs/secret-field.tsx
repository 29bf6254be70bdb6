import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type Ref, useState } from 'react';
import { copyText } from '#lib/text/copy-text.ts';
import styles from './secret-field.module.css';

interface SecretFieldProps {
  kind: string;
  secret: string;
  onCopied: () => void;
  buttonRef: Ref<HTMLButtonElement>;
}

const LABELS = { idle: 'Copy', copied: 'Copied', failed: 'Select and copy it by hand' };

/** The secret of a `SecretDialog`, with a button that copies it. */
export function SecretField({ kind, secret, onCopied, buttonRef }: SecretFieldProps) {
  const [state, setState] = useState<keyof typeof LABELS>('idle');

  async function copy() {
    const copied = await copyText(secret);
    setState(copied ? 'copied' : 'failed');
    if (copied) onCopied();
  }

  return (
    <div className={styles.field} data-copied={state === 'copied' || undefined}>
      {/* A copy of the selected text counts as well. */}
      <code className={styles.secret} data-testid="secret" onCopy={onCopied}>
        {secret}
      </code>
      <Button
        aria-label={state === 'idle' ? `Copy the ${kind}` : LABELS[state]}
        data-autofocus
        leftSection={
          state === 'copied' ? <IconCheck aria-hidden size={14} /> : <IconCopy aria-hidden size={14} />
        }
        onClick={copy}
        ref={buttonRef}
      >
        {LABELS[state]}
      </Button>
      <span className="visually-hidden" role="status">
        {state === 'idle' ? '' : LABELS[state]}
      </span>
    </div>
  );
}
