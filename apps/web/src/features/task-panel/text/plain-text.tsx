import { IconInfoCircle } from '@tabler/icons-react';
import { LongText } from './long-text.tsx';
import styles from './plain-text.module.css';

interface PlainTextProps {
  text: string;
  /** Why it is not formatted, after "this text"; no explanation without it. */
  reason?: string;
}

/** An unformatted text. With a reason, it may be long and scrolls. */
export function PlainText({ text, reason }: PlainTextProps) {
  if (!reason)
    return (
      <div className={styles.text}>
        <LongText text={text} />
      </div>
    );
  return (
    <>
      <p className={styles.notice}>
        <IconInfoCircle aria-hidden size={14} stroke={1.75} />
        Shown as plain text: this text {reason}.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <pre className={styles.box} tabIndex={0}>
        <LongText text={text} />
      </pre>
    </>
  );
}
