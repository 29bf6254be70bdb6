import styles from './command-words.module.css';

/** A command whose options are never broken after their hyphens. */
export function CommandWords({ text }: { text: string }) {
  return [...text.matchAll(/\s+|\S+/g)].map(({ 0: word, index }) =>
    word.startsWith('-') ? (
      <span className={styles.option} key={index}>
        {word}
      </span>
    ) : (
      word
    ),
  );
}
