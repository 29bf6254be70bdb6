'use client';

import { Spotlight } from '@mantine/spotlight';
import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { Keys } from '../../components/keys.tsx';
import { StatusIcon } from '../../components/status-icon.tsx';
import { useTeam } from '../../domain/team/team.tsx';
import { useCommands } from '../../lib/commands.tsx';
import { findCommands } from './find-commands.ts';
import styles from './palette-results.module.css';
import { useFoundTasks } from './use-found-tasks.ts';

export function PaletteResults({ query }: { query: string }) {
  const router = useRouter();
  const team = useTeam();
  const tasks = useFoundTasks(query);
  const results = useFirstSelected(tasks);
  const groups = [...findCommands(useCommands(), query)];

  return (
    <Spotlight.ActionsList>
      <div ref={results}>
        {groups.map(([group, commands]) => (
          <Spotlight.ActionsGroup className={styles.group} key={group} label={group}>
            {commands.map(({ id, label, icon, shortcut, run }) => (
              <Spotlight.Action className={styles.action} key={id} onClick={run}>
                {icon}
                <span className={styles.label}>{label}</span>
                {shortcut && <Keys keys={shortcut} />}
              </Spotlight.Action>
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {tasks.length > 0 && (
          <Spotlight.ActionsGroup className={styles.group} label="Tasks">
            {tasks.map(({ id, title, status }) => (
              <Spotlight.Action
                className={styles.action}
                key={id}
                onClick={() => router.push(`/t/${team.id}/board/tasks/${id}`)}
              >
                <StatusIcon status={status} />
                <span className={styles.label}>{title}</span>
              </Spotlight.Action>
            ))}
          </Spotlight.ActionsGroup>
        )}
        {groups.length === 0 && tasks.length === 0 && (
          <Spotlight.Empty>No results for “{query.trim()}”.</Spotlight.Empty>
        )}
      </div>
    </Spotlight.ActionsList>
  );
}

/** Spotlight does not select results that arrive after the last key: select the first one, so that Enter runs it. */
function useFirstSelected(arrived: unknown) {
  const results = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs again after each arrival.
  useEffect(() => {
    if (results.current?.querySelector('[data-selected]')) return;
    results.current?.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  }, [arrived]);

  return results;
}
