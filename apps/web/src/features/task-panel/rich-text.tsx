'use client';

import { memo, useDeferredValue, useMemo } from 'react';
import { assessMarkdown } from './assess-markdown.ts';
import { Markdown } from './lazy-markdown.tsx';
import styles from './markdown.module.css';
import { MarkdownBoundary } from './markdown-boundary.tsx';
import { PlainText } from './plain-text.tsx';

/** More than this the server never parses, and the browser only while nothing else waits: a page has many texts. */
const maxWorkAtOnce = 400_000;

/** A text that a person or an agent wrote in Markdown; as plain text where formatting it would take too long. */
export const RichText = memo(function RichText({ text }: { text: string }) {
  const assessment = useMemo(() => assessMarkdown(text), [text]);
  const isReady = useDeferredValue(text, '') === text;

  if (!assessment.isFormatted) return <PlainText reason={`is ${assessment.reason} to format`} text={text} />;
  if (!isReady && assessment.work > maxWorkAtOnce) return <PlainText text={text} />;
  return (
    <MarkdownBoundary fallback={<PlainText reason="could not be formatted" text={text} />} key={text}>
      <div className={styles.text}>
        {assessment.parts.map(({ start, text }) => (
          <Markdown key={start} text={text} />
        ))}
      </div>
    </MarkdownBoundary>
  );
});
