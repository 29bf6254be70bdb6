import { useMemo } from 'react';
import { LongText } from '../text/long-text.tsx';
import styles from './description-conflict.module.css';

/** A text with a mark on each line that another text lacks. */
export function MarkedText({ text, other }: { text: string; other: string }) {
  const blocks = useMemo(() => blocksOf(text, other), [text, other]);
  if (!text.trim()) return <p className={styles.none}>No description.</p>;
  return blocks.map(({ isNew, start, lines }) =>
    isNew ? (
      <mark className={styles.new} key={start}>
        <LongText text={lines} />
      </mark>
    ) : (
      <span className={styles.same} key={start}>
        <LongText text={lines} />
      </span>
    ),
  );
}

interface Block {
  isNew: boolean;
  /** The number of its first line. */
  start: number;
  lines: string;
}

function blocksOf(text: string, other: string): Block[] {
  const known = new Set(other.split(/\r\n|\r|\n/).map((line) => line.trim()));
  const blocks: Block[] = [];
  for (const [start, line] of text.split(/\r\n|\r|\n/).entries()) {
    const isNew = line.trim() !== '' && !known.has(line.trim());
    const last = blocks.at(-1);
    if (last?.isNew === isNew) last.lines += `\n${line}`;
    else blocks.push({ isNew, start, lines: line });
  }
  return blocks;
}
