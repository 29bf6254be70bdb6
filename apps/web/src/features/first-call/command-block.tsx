import { CopyButton } from '../../components/copy-button.tsx';
import styles from './command-block.module.css';
import { CommandLine } from './command-line.tsx';
import type { Command } from './steps.ts';

export function CommandBlock({ subject, text, placeholders }: Command) {
  return (
    <div className={styles.block}>
      <pre className={styles.code}>
        <code>
          {text.split('\n').map((line) => (
            <CommandLine key={line} line={line} placeholders={placeholders} />
          ))}
        </code>
      </pre>
      <CopyButton subject={subject} text={text} />
    </div>
  );
}
