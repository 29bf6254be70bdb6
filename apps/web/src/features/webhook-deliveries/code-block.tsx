'use client';

import { CopyButton } from '../../components/copy-button.tsx';
import styles from './delivery-details.module.css';

interface CodeBlockProps {
  text: string;
  /** What is copied, where that is not the text as it is shown. */
  raw?: string;
  /** What it is, for screen readers. */
  label: string;
  /** What is copied, in a few words. */
  subject: string;
}

/** Code to read and to copy. */
export function CodeBlock({ text, raw = text, label, subject }: CodeBlockProps) {
  return (
    <section aria-label={label} className={styles.code}>
      <div className={styles.copy}>
        <CopyButton subject={subject} text={raw} />
      </div>
      <pre>{text}</pre>
    </section>
  );
}
