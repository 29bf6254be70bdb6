import { IconInfoCircle } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { Component, memo, type ReactNode, useEffect, useMemo, useState } from 'react';
import { LongText, LongTextBox } from '../text/long-text.tsx';
import { CodeBox } from './code-box.tsx';
import styles from './markdown.module.css';
import { type Piece, splitMarkdown } from './split-markdown.ts';

/** The renderer of Markdown is larger than the board: it is loaded with the first open task. */
const Markdown = dynamic(async () => (await import('./markdown.tsx')).Markdown);

/** In UTF-16 code units. Longer texts are formatted in the browser, one piece at a time: a page has many texts. */
const maxLengthAtOnce = 1_000;
/** Of a text with more pieces, the browser lays out only the visible ones. */
const maxPiecesAtOnce = 3;

/**
 * Formats a text in Markdown. A long text first appears as plain text; its pieces are then formatted one after another.
 */
export const RichText = memo(function RichText({ text }: { text: string }) {
  const pieces = useMemo(() => splitMarkdown(text), [text]);
  const formattedCount = useFormattedCount(text, pieces);
  return (
    <MarkdownBoundary fallback={<UnformattedText text={text} />}>
      <div className={styles.text}>
        {pieces.map((piece, index) => (
          <div
            className={pieces.length > maxPiecesAtOnce ? `${styles.piece} ${styles.deferred}` : styles.piece}
            dir="auto"
            key={piece.start}
          >
            {index < formattedCount ? <FormattedPiece {...piece} /> : <UnformattedPiece text={piece.text} />}
          </div>
        ))}
      </div>
    </MarkdownBoundary>
  );
});

const FormattedPiece = memo(function FormattedPiece({ text, isCode }: Piece) {
  return isCode ? <CodeBox text={text} /> : <Markdown text={text} />;
});

const UnformattedPiece = ({ text }: { text: string }) => (
  <div className={styles.unformatted}>
    <LongText text={text} />
  </div>
);

/** Takes the place of the whole text if its formatting fails. */
const UnformattedText = ({ text }: { text: string }) => (
  <>
    <p className={styles.notice}>
      <IconInfoCircle aria-hidden size={14} stroke={1.75} />
      Shown as plain text: this text could not be formatted.
    </p>
    <LongTextBox text={text} />
  </>
);

/**
 * How many pieces are formatted: one more each time the browser is idle. If the text changes, the pieces up to the
 * first change stay formatted.
 */
function useFormattedCount(text: string, pieces: Piece[]): number {
  const [state, setState] = useState(() => ({
    pieces,
    count: text.length <= maxLengthAtOnce ? pieces.length : 0,
  }));
  if (state.pieces !== pieces) {
    const firstChanged = pieces.findIndex((piece, index) => piece.text !== state.pieces[index]?.text);
    const unchangedCount = firstChanged < 0 ? pieces.length : firstChanged;
    // A formatted piece that has changed is formatted again at once.
    const count = text.length <= maxLengthAtOnce ? pieces.length : Math.min(state.count, unchangedCount + 1);
    setState({ pieces, count });
  }
  const isComplete = state.count >= pieces.length;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each count schedules the next one.
  useEffect(() => {
    if (isComplete) return;
    return whenNextIdle(() => setState(({ pieces, count }) => ({ pieces, count: count + 1 })));
  }, [isComplete, state.count]);
  return state.count;
}

/** Calls back once the browser has time. Returns a function that cancels it. */
function whenNextIdle(callback: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(callback, 16);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(callback, { timeout: 200 });
  return () => cancelIdleCallback(request);
}

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
