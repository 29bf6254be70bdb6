'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { InlineCode } from '#components/code/inline-code.tsx';
import { useTRPC } from '#lib/trpc/client.ts';
import { type Check, checksOf, describeState } from './checks.ts';
import { type ServiceState, serviceState } from './service-state.ts';
import { STATE_MESSAGES } from './state-messages.ts';
import styles from './status-panel.module.css';

const POLL_SECONDS = 5;

/** Whether Crewboard is ready, why not, and the checks of the API. It polls while the page is visible. */
export function StatusPanel() {
  const state = useServiceState();
  const checks = checksOf(state);
  const { tone, Icon, headline, advice } = STATE_MESSAGES[state.kind];
  const announcement = useChange(describeState(headline, checks));

  return (
    <section aria-labelledby="service-state" className={styles.panel} data-tone={tone}>
      <div className={styles.summary}>
        <span className={styles.emblem}>
          <Icon aria-hidden size={22} />
        </span>
        <div className={styles.text}>
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
            <dt>Commit</dt>
            <dd>{('status' in state && state.status.commit) || 'unknown'}</dd>
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

function CheckList({ checks }: { checks: Check[] }) {
  return (
    <dl className={styles.list}>
      {checks.map(({ name, outcome, Icon, finding, hint }) => (
        <div className={styles.check} data-outcome={outcome} key={name}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.finding}>
            <Icon aria-hidden size={16} />
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

/** Empty until `text` first changes, then always `text`: a live region must be silent on load. */
function useChange(text: string): string {
  const [initial] = useState(text);
  const [changed, setChanged] = useState(false);
  if (!changed && text !== initial) setChanged(true);
  return changed ? text : '';
}

/** Starts with the prefetched state, then polls while the page is visible. */
function useServiceState(): ServiceState {
  const trpc = useTRPC();
  const { data, error } = useQuery(
    trpc.system.status.queryOptions(undefined, {
      refetchInterval: POLL_SECONDS * 1_000,
      // The next poll is the retry: show an outage at once.
      retry: false,
    }),
  );
  return serviceState({ data, error });
}
