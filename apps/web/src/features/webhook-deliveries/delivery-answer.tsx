import type { WebhookDelivery } from '@crewboard/contracts';
import styles from './delivery-answer.module.css';
import { answerWords, errorBeside } from './delivery-words.ts';
import { NextTry } from './next-try.tsx';

interface DeliveryAnswerProps {
  delivery: WebhookDelivery;
  isEnabled: boolean;
}

/** What came back last, and when it is tried again. */
export function DeliveryAnswer({ delivery, isEnabled }: DeliveryAnswerProps) {
  const { attempts, nextAttemptAt } = delivery;
  const last = attempts.at(-1);

  return (
    <span className={styles.answer}>
      {last && (
        <span
          className={styles.words}
          data-code={last.statusCode === null ? undefined : true}
          title={last.error ?? undefined}
        >
          {answerWords(last)}
          {errorBeside(last) && <span className="visually-hidden">: {errorBeside(last)}</span>}
        </span>
      )}
      {nextAttemptAt && (
        <span className={styles.next}>
          {last && '· '}
          <NextTry at={nextAttemptAt} isEnabled={isEnabled} />
        </span>
      )}
    </span>
  );
}
