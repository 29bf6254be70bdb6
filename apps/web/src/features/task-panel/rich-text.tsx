'use client';

import dynamic from 'next/dynamic';
import { Component, memo, type ReactNode, useDeferredValue, useMemo } from 'react';
import styles from './markdown.module.css';
import { findExceededLimit } from './markdown-limits.ts';
import { PlainText } from './plain-text.tsx';

/** The reader of Markdown is larger than the board: it comes with the first task that is opened. */
const Markdown = dynamic(async () => (await import('./markdown.tsx')).Markdown);

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

interface MarkdownBoundaryProps {
  children: ReactNode;
  fallback: ReactNode;
}

/** Shows the fallback where the children cannot be rendered, so that one text does not take the panel with it. */
class MarkdownBoundary extends Component<MarkdownBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
