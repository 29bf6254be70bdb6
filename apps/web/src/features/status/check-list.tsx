import { Icon } from '../../components/icon.tsx';
import { InlineCode } from '../../components/inline-code.tsx';
import styles from './check-list.module.css';
import type { Check } from './checks.ts';

export function CheckList({ checks }: { checks: Check[] }) {
  return (
    <dl className={styles.list}>
      {checks.map(({ name, outcome, icon, finding, hint }) => (
        <div className={styles.check} data-outcome={outcome} key={name}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.finding}>
            <Icon name={icon} />
            {finding}
          </dd>
          <dd className={styles.hint}>
            <InlineCode text={hint} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
