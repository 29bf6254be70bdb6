import { ActionIcon } from '@mantine/core';
import { IconArrowsMaximize } from '@tabler/icons-react';
import { useDeferredValue, useMemo } from 'react';
import { CopyButton } from '#components/code/copy-button.tsx';
import { Dialog } from '#components/dialogs/dialog.tsx';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { RichText } from './markdown/rich-text.tsx';
import styles from './task-panel.module.css';
import { formatJson } from './text/format-json.ts';
import textStyles from './text/long-text.module.css';
import { LongTextBox, maxUnwrappedLength } from './text/long-text.tsx';

/** In px. Tables of a report fit, and its lines are still readable. */
const fullWidth = 1_200;

/** The result of a task, as JSON or Markdown. A dialog shows it wider than the panel: reports have tables and code. */
export function TaskResult({ result }: { result: string }) {
  const { dialog, open, close } = useDialog<'full-width'>();
  // The dialog appears before its content: both at once would block a frame for more than 50 ms.
  const hasAppeared = useDeferredValue(dialog) !== null;
  const json = useMemo(() => formatJson(result), [result]);
  const content = json === null ? <RichText text={result} /> : <JsonBox json={json} />;
  return (
    <section aria-labelledby="task-result" className={styles.section}>
      <div className={styles.heading}>
        <h3 id="task-result">Result</h3>
        <span className={styles.tools}>
          <ActionIcon
            aria-label="Open the result in full width"
            color="gray"
            onClick={() => open('full-width')}
            variant="subtle"
          >
            <IconArrowsMaximize aria-hidden size={14} stroke={1.75} />
          </ActionIcon>
          <CopyButton subject="the result" text={json ?? result} />
        </span>
      </div>
      {content}
      {dialog && (
        <Dialog onClose={close} title="Result" width={fullWidth}>
          <div className={styles.wide}>{hasAppeared && content}</div>
        </Dialog>
      )}
    </section>
  );
}

function JsonBox({ json }: { json: string }) {
  if (json.length > maxUnwrappedLength) return <LongTextBox text={json} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <pre className={textStyles.box} tabIndex={0}>
      {json}
    </pre>
  );
}
