import { IconInfoCircle } from '@tabler/icons-react';
import { LongText } from './long-text.tsx';
import styles from './plain-text.module.css';

interface PlainTextProps {
  text: string;
  /** Why the text is not formatted, as a predicate: "could not be formatted". */
  reason?: string;
}

/** An unformatted text. With a reason, a notice explains it, and the text scrolls in a box. */
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
