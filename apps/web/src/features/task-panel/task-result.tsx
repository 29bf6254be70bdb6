'use client';

import { useMemo } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';
import { prettyJson } from './format-result.ts';
import { LongText } from './long-text.tsx';
import { RichText } from './rich-text.tsx';
import styles from './task-panel.module.css';
import resultStyles from './task-result.module.css';

/** Longer JSON wraps, so that it can be laid out in parts. */
const maxUnwrappedLength = 5_000;

export function TaskResult({ result }: { result: string }) {
  const json = useMemo(() => prettyJson(result), [result]);
  return (
    <section aria-labelledby="task-result" className={styles.section}>
      <div className={styles.heading}>
        <h3 id="task-result">Result</h3>
        <CopyButton subject="the result" text={json ?? result} />
      </div>
      {json === null ? (
        <RichText text={result} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <pre className={resultStyles.json} data-long={json.length > maxUnwrappedLength} tabIndex={0}>
          {json.length > maxUnwrappedLength ? <LongText text={json} /> : json}
        </pre>
      )}
    </section>
  );
}
