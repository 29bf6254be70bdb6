import { Fragment } from 'react';
import { placeholders } from './first-call-steps.ts';
import styles from './marked-command-line.module.css';

/**
 * A line of a command, with its placeholders marked. It may wrap after a slash, but not in an option or before its last
 * backslash.
 */
export function MarkedCommandLine({ line }: { line: string }) {
  const continues = line.endsWith(' \\');
  const words = (continues ? line.slice(0, -2) : line)
    .trimStart()
    .matchAll(/:\/\/|--?\w*|[A-Z_]{2,}|\/|[^-/:A-Z_]+|./g);

  return (
    <span className={styles.line} data-continued={line.startsWith(' ') || undefined}>
      {[...words].map(({ 0: word, index: offset }) => {
        if (placeholders.includes(word)) return <var key={offset}>{word}</var>;
        if (word.startsWith('-')) return <Unbroken key={offset} text={word} />;
        if (word !== '/') return word;
        return (
          <Fragment key={offset}>
            /<wbr />
          </Fragment>
        );
      })}
      {continues && <Unbroken text=" \" />}
    </span>
  );
}

function Unbroken({ text }: { text: string }) {
  return <span className={styles.unbroken}>{text}</span>;
}
