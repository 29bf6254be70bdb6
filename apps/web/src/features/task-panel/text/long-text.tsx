import styles from './long-text.module.css';

/** A browser lays out a paragraph of mixed writing directions in quadratic time: 28 s for 100,000 characters. */
const maxChunkLength = 2_000;
/** Code and JSON do not wrap up to this length. Longer ones do: only then can the browser lay them out in chunks. */
export const maxUnwrappedLength = 5_000;

/**
 * A text of any length and content. The browser lays out only the visible chunks of it. The parent must let lines wrap.
 */
export function LongText({ text }: { text: string }) {
  if (text.length <= maxChunkLength) return text;
  return chunksOf(text).map(({ start, text }) => (
    <span className={styles.chunk} key={start}>
      {text}
    </span>
  ));
}

/** A text without formatting, in a box that scrolls. */
export const LongTextBox = ({ text, dir }: { text: string; dir?: 'auto' }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
  <pre className={`${styles.box} ${styles.wrapped}`} dir={dir} tabIndex={0}>
    <LongText text={text} />
  </pre>
);

/** Splits at line ends, and longer lines at the maximum length. */
function chunksOf(text: string): { start: number; text: string }[] {
  const chunks: { start: number; text: string }[] = [];
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + maxChunkLength, text.length);
    const lineEnd = text.lastIndexOf('\n', end - 1) + 1;
    if (end < text.length && lineEnd > start) end = lineEnd;
    else if (/[\ud800-\udbff]/.test(text[end - 1] ?? '')) end -= 1;
    chunks.push({ start, text: text.slice(start, end) });
    start = end;
  }
  return chunks;
}
