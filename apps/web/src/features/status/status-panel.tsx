'use client';

import { Icon } from '../../components/icon.tsx';
import { InlineCode } from '../../components/inline-code.tsx';
import { CheckList } from './check-list.tsx';
import { checksOf } from './checks.ts';
import { spokenState } from './spoken-state.ts';
import { STATE_WORDS } from './state-words.ts';
import styles from './status-panel.module.css';
import { useChange } from './use-change.ts';
import { POLL_SECONDS, useServiceState } from './use-service-state.ts';

export function StatusPanel() {
  const state = useServiceState();
  const checks = checksOf(state);
  const { tone, icon, headline, advice } = STATE_WORDS[state.kind];
  const announcement = useChange(spokenState(headline, checks));

  return (
    <section aria-labelledby="service-state" className={styles.panel} data-tone={tone}>
      <div className={styles.summary}>
        <span className={styles.emblem}>
          <Icon name={icon} size={22} />
        </span>
        <div className={styles.words}>
          <h1 className={styles.headline} id="service-state">
            {headline}
          </h1>
          <p className={styles.advice}>
            <InlineCode text={advice} />
          </p>
        </div>
        <dl className={styles.facts}>
          <div>
            <dt>Version</dt>
            <dd>{'status' in state ? state.status.version : 'unknown'}</dd>
          </div>
          <div>
            <dt>Checked</dt>
            <dd>every {POLL_SECONDS} s</dd>
          </div>
        </dl>
      </div>
      <CheckList checks={checks} />
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </section>
  );
}
