import type { ReactNode } from 'react';
import { CopyButton } from '#components/code/copy-button.tsx';
import textStyles from '../text/long-text.module.css';
import { LongText, maxUnwrappedLength } from '../text/long-text.tsx';
import styles from './markdown.module.css';

interface CodeBoxProps {
  text: string;
  /** The code as the Markdown renderer has made it, never long: see `maxPieceLength`. By default the text. */
  children?: ReactNode;
}

/** A code block, with a button that copies all of it. */
export function CodeBox({ text, children }: CodeBoxProps) {
  const isLong = text.length > maxUnwrappedLength;
  return (
    <div className={styles.code}>
      <div className={styles.copy}>
        <CopyButton subject="the code" text={text} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <pre className={isLong ? `${textStyles.box} ${textStyles.wrapped}` : textStyles.frame} tabIndex={0}>
        {children ?? <code>{isLong ? <LongText text={text} /> : text}</code>}
      </pre>
    </div>
  );
}
