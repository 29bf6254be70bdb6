'use client';

import dynamic from 'next/dynamic';
import { Component, memo, type ReactNode, useDeferredValue, useMemo } from 'react';
import styles from './markdown.module.css';
import { findExceededLimit } from './markdown-limits.ts';
import { PlainText } from './plain-text.tsx';

/** Loads the Markdown renderer with the first opened task: it is larger than the board. */
const Markdown = dynamic(async () => (await import('./markdown.tsx')).Markdown);

/** In UTF-16 code units. Longer texts are formatted in the browser, at low priority: a page has many texts. */
const maxLengthAtOnce = 1_000;

/** A text in Markdown; as plain text where formatting it would take too long. */
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

interface MarkdownBoundaryProps {
  children: ReactNode;
  fallback: ReactNode;
}

/** Shows the fallback if the children fail to render, so that one text does not break the panel. */
class MarkdownBoundary extends Component<MarkdownBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
