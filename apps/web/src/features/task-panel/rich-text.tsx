'use client';

import { memo, useDeferredValue, useMemo } from 'react';
import { Markdown } from './lazy-markdown.tsx';
import styles from './markdown.module.css';
import { MarkdownBoundary } from './markdown-boundary.tsx';
import { findExceededLimit } from './markdown-limits.ts';
import { PlainText } from './plain-text.tsx';

/** In UTF-16 code units. Longer texts only the browser formats, while nothing else waits: a page has many texts. */
const maxLengthAtOnce = 1_000;

/** A text that a person or an agent wrote in Markdown; as plain text where formatting it would take too long. */
export const RichText = memo(function RichText({ text }: { text: string }) {
  const exceededLimit = useMemo(() => findExceededLimit(text), [text]);
  const isReady = useDeferredValue(text, '') === text;

  if (exceededLimit) {
    const problem = exceededLimit === 'maxLength' ? 'too long' : 'too complex';
    return <PlainText reason={`is ${problem} to format`} text={text} />;
  }
  if (!isReady && text.length > maxLengthAtOnce) return <PlainText text={text} />;
  return (
    <MarkdownBoundary fallback={<PlainText reason="could not be formatted" text={text} />} key={text}>
      <div className={styles.text}>
        <Markdown text={text} />
      </div>
    </MarkdownBoundary>
  );
});
