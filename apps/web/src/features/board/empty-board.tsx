'use client';

import { Button } from '@mantine/core';
import { CommandBlock } from '../../components/command-block.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { useTeam } from '../../domain/team/team.tsx';
import styles from './empty-board.module.css';

interface EmptyBoardProps {
  apiUrl: string;
  projectId?: string;
  /** Absent without the permission to create tasks. */
  onCreate?: () => void;
}

export function EmptyBoard({ apiUrl, projectId, onCreate }: EmptyBoardProps) {
  const team = useTeam();
  const command = [
    `curl -X POST ${apiUrl}/api/teams/${team.id}/tasks`,
    `-H "Authorization: Bearer $CREWBOARD_KEY"`,
    '-H "Content-Type: application/json"',
    `-d '{"projectId": "${projectId ?? 'PROJECT_ID'}", "title": "Say hello"}'`,
  ].join(' \\\n  ');

  return (
    <div className={styles.container}>
      <EmptyState action={onCreate && <Button onClick={onCreate}>New task</Button>} title="No tasks yet">
        Tasks that people and agents work on appear here, by status.
      </EmptyState>
      <p className={styles.lead}>{onCreate ? 'Or from' : 'From'} a terminal, with a team API key:</p>
      <CommandBlock subject="create a task" text={command} />
    </div>
  );
}
