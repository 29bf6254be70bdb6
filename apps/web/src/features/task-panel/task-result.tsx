'use client';

import { CopyButton } from '../../components/copy-button.tsx';
import { prettyJson } from './format-result.ts';
import { Markdown } from './lazy-markdown.tsx';
import styles from './task-panel.module.css';
import resultStyles from './task-result.module.css';

export function TaskResult({ result }: { result: string }) {
  const json = prettyJson(result);
  return (
    <section aria-labelledby="task-result" className={styles.section}>
      <div className={styles.heading}>
        <h3 id="task-result">Result</h3>
        <CopyButton subject="the result" text={json ?? result} />
      </div>
      {json === null ? (
        <Markdown text={result} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <pre className={resultStyles.json} tabIndex={0}>
          {json}
        </pre>
      )}
    </section>
  );
}
