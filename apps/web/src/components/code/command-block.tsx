'use client';

import type { ReactNode } from 'react';
import styles from './command-block.module.css';
import { CopyButton } from './copy-button.tsx';

interface CommandBlockProps {
  text: string;
  /** What the command does, in a few words, for the copy button. */
  subject: string;
  onCopied?: () => void;
  /** The same text with markup. */
  children?: ReactNode;
}

/** A command to run in a terminal, with a button that copies it. */
export function CommandBlock({ text, subject, onCopied, children }: CommandBlockProps) {
  return (
    <div className={styles.block}>
      <pre className={styles.code} onCopy={onCopied}>
        <code>{children ?? <CommandWords text={text} />}</code>
      </pre>
      <CopyButton onCopied={onCopied} subject={subject} text={text} />
    </div>
  );
}

/** A command whose options are never broken after their hyphens. */
function CommandWords({ text }: { text: string }) {
  return [...text.matchAll(/\s+|\S+/g)].map(({ 0: word, index }) =>
    word.startsWith('-') ? (
      <span className={styles.option} key={index}>
        {word}
      </span>
    ) : (
      word
    ),
  );
}
