import { CommandBlock } from '../../components/command-block.tsx';
import styles from './url-error.module.css';

/** Why the URL is rejected; a command in `backticks` that would allow it stands below, to be copied. */
export function UrlError({ text }: { text: string }) {
  const [reason = '', command] = text.split('`');
  if (!command) return text;
  return (
    <>
      {reason.trim()}:
      <div className={styles.command}>
        <CommandBlock subject="allow this address" text={command} />
      </div>
    </>
  );
}
