import styles from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';

interface CodeBlockProps {
  text: string;
  /** The text to copy, if it differs from the shown one. */
  raw?: string;
  /** The name for screen readers. */
  label: string;
  /** Names the copied text, for screen readers. */
  subject: string;
  /** Limits the height; longer code scrolls. */
  isLow?: boolean;
}

/** A text in a monospaced font, with a button that copies it. */
export function CodeBlock({ text, raw = text, label, subject, isLow }: CodeBlockProps) {
  return (
    <section aria-label={label} className={styles.code}>
      <div className={styles.copy}>
        <CopyButton subject={subject} text={raw} />
      </div>
      {/* A part that scrolls must be reached by keyboard. */}
      <pre data-low={isLow} dir="auto" tabIndex={isLow ? 0 : undefined}>
        {text}
      </pre>
    </section>
  );
}
