'use client';

import styles from './command-block.module.css';
import { CopyButton } from './copy-button.tsx';

interface CommandBlockProps {
  text: string;
  /** What the command does, in a few words, for the copy button. */
  subject: string;
  onCopied?: () => void;
}

/** A command to run in a terminal, with a button that copies it. */
export function CommandBlock({ text, subject, onCopied }: CommandBlockProps) {
  return (
    <div className={styles.block}>
      <pre className={styles.code} onCopy={onCopied}>
        <code>{text}</code>
      </pre>
      <CopyButton onCopied={onCopied} subject={subject} text={text} />
    </div>
  );
}
