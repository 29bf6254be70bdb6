'use client';

import { canManage } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { CommandBlock } from '#components/code/command-block.tsx';
import { EmptyState } from '#components/notices/empty-state.tsx';
import { PageLink } from '#components/page/page-link.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { formatNumber } from '#lib/format/format-number.ts';
import styles from './empty-board.module.css';
import type { BoardData } from './use-board-data.ts';

interface EmptyBoardProps {
  apiUrl: string;
  data: BoardData;
  /** Absent without the permission to create tasks. */
  onCreate?: () => void;
}

/** What a new team does first: an agent, a task for it, and the same over the API. */
export function EmptyBoard({ apiUrl, data, onCreate }: EmptyBoardProps) {
  const team = useTeam();
  const projectId = data.projects[0]?.id;
  const command = [
    `curl -X POST ${apiUrl}/api/teams/${team.id}/tasks`,
    `-H "Authorization: Bearer $CREWBOARD_KEY"`,
    '-H "Content-Type: application/json"',
    `-d '{"projectId": "${projectId ?? 'PROJECT_ID'}", "title": "Say hello"}'`,
  ].join(' \\\n  ');

  return (
    <div className={styles.container}>
      <EmptyState title="No tasks yet">
        Tasks that people and agents work on appear here, by status.
      </EmptyState>
      <ol className={styles.steps}>
        <AgentStep agentCount={data.agents.length} />
        <Step
          action={
            onCreate && (
              <Button onClick={onCreate} variant={data.agents.length > 0 ? 'filled' : 'default'}>
                Create a task
              </Button>
            )
          }
          number={2}
          title="Create a task"
        >
          {onCreate
            ? 'Describe what is needed, then leave the task to the next free agent or assign it.'
            : `Your role (${team.role}) does not allow this. A member of the team creates tasks.`}
        </Step>
        <Step number={3} title="Call the API">
          The same from a terminal, with a team API key:
          <CommandBlock subject="create a task" text={command} />
        </Step>
      </ol>
    </div>
  );
}

function AgentStep({ agentCount }: { agentCount: number }) {
  const team = useTeam();
  const agents = `/t/${team.id}/agents`;
  if (agentCount > 0) {
    return (
      <Step
        action={
          <Button component={PageLink} href={agents} variant="default">
            View the list
          </Button>
        }
        isDone
        number={1}
        title="Create an agent"
      >
        Done: this team has {agentCount === 1 ? '1 agent' : `${formatNumber(agentCount)} agents`}.
      </Step>
    );
  }
  const manages = canManage(team.role);
  return (
    <Step
      action={
        manages && (
          <Button component={PageLink} href={`${agents}?new=agent`}>
            Create an agent
          </Button>
        )
      }
      number={1}
      title="Create an agent"
    >
      {manages
        ? 'It gets a token, with which it claims tasks and completes them.'
        : 'An admin of the team creates agents.'}
    </Step>
  );
}

interface StepProps {
  number: number;
  title: string;
  isDone?: boolean;
  action?: ReactNode;
  children: ReactNode;
}

function Step({ number, title, isDone, action, children }: StepProps) {
  return (
    <li className={styles.step} data-done={isDone || undefined}>
      <span aria-hidden className={styles.number}>
        {isDone ? '✓' : number}
      </span>
      <div className={styles.text}>
        <h2 className={styles.title}>{title}</h2>
        <div className={styles.about}>{children}</div>
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </li>
  );
}
