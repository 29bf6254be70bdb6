'use client';

import { useMemo } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';
import { prettyJson } from './format-result.ts';
import textStyles from './long-text.module.css';
import { LongText } from './long-text.tsx';
import { RichText } from './rich-text.tsx';
import styles from './task-panel.module.css';

/** Longer JSON wraps, so that it can be laid out in chunks. */
const maxUnwrappedLength = 5_000;

export function TaskResult({ result }: { result: string }) {
  const json = useMemo(() => prettyJson(result), [result]);
  const isLong = json !== null && json.length > maxUnwrappedLength;
  return (
    <section aria-labelledby="task-result" className={styles.section}>
      <div className={styles.heading}>
        <h3 id="task-result">Result</h3>
        <CopyButton subject="the result" text={json ?? result} />
      </div>
      {json === null ? (
        <div dir="auto">
          <RichText text={result} />
        </div>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <pre className={isLong ? `${textStyles.box} ${textStyles.wrapped}` : textStyles.box} tabIndex={0}>
          {isLong ? <LongText text={json} /> : json}
        </pre>
      )}
    </section>
  );
}
