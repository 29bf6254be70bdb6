import styles from './wordmark.module.css';

/** The logo and the name of Crewboard. */
export function Wordmark() {
  return (
    <span className={styles.wordmark}>
      <svg aria-hidden="true" height="20" viewBox="0 0 20 20" width="20">
        <rect className={styles.board} height="20" rx="5" width="20" />
        <g className={styles.cards}>
          <rect height="12" rx="1.5" width="3" x="4" y="4" />
          <rect height="6" rx="1.5" width="3" x="8.5" y="4" />
          <circle cx="10" cy="14.5" r="1.5" />
          <rect height="9" rx="1.5" width="3" x="13" y="4" />
        </g>
      </svg>
      Crewboard
    </span>
  );
}
