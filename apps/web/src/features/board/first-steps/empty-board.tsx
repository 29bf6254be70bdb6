import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { CommandBlock } from '#components/code/command-block.tsx';
import { EmptyState } from '#components/notices/empty-state.tsx';
import { PageLink } from '#components/page/page-link.tsx';
import { useApiUrl, useTeam } from '#domain/team/team.tsx';
import { useTRPC } from '#lib/trpc/client.ts';
import type { BoardData } from '../use-board-data.ts';
import styles from './empty-board.module.css';
import { FirstStepsCard } from './first-steps-card.tsx';
import type { useFirstSteps } from './use-first-steps.ts';

interface EmptyBoardProps {
  data: BoardData;
  firstSteps: ReturnType<typeof useFirstSteps>;
  /** Absent without the permission to create tasks. */
  onCreate?: () => void;
}

/**
 * The board without tasks: says what it will show. People who can take the first steps of a new team see these as well.
 */
export function EmptyBoard({ data, firstSteps, onCreate }: EmptyBoardProps) {
  const trpc = useTRPC();
  const { id: teamId } = useTeam();
  const { data: archived } = useQuery(trpc.tasks.archived.queryOptions({ teamId, limit: 1 }));
  const isArchived = archived !== undefined && archived.tasks.length > 0;
  const { begin, dismiss } = firstSteps;
  // A team with an archive is not new.
  const isWanted = firstSteps.isWanted && !isArchived;
  const isNew = isWanted && archived !== undefined;
  // Without a click as well: the steps stay on the board after the first task, which a program may create.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs once the team is known to be new.
  useEffect(() => {
    if (isNew) begin();
  }, [isNew]);
  return (
    <div className={styles.container}>
      <EmptyState
        action={
          onCreate &&
          !isWanted && (
            <Button onClick={onCreate} variant="default">
              Create a task
            </Button>
          )
        }
        title={isArchived ? 'Nothing on the board' : 'No tasks yet'}
      >
        Tasks that people and agents work on appear here, by status.
        {isArchived && (
          <>
            {' '}
            Archived tasks are in the <PageLink href={`/t/${teamId}/archive`}>archive</PageLink>.
          </>
        )}
      </EmptyState>
      {onCreate && isWanted && (
        <>
          <FirstStepsCard data={data} onBegin={begin} onCreate={onCreate} onDismiss={dismiss} />
          <TerminalHint projectId={data.projects[0]?.id} />
        </>
      )}
    </div>
  );
}

/** A command that creates a task, for people who connect programs. */
function TerminalHint({ projectId = 'PROJECT_ID' }: { projectId?: string }) {
  const team = useTeam();
  const apiUrl = useApiUrl();
  const command = [
    `curl -X POST ${apiUrl}/api/teams/${team.id}/tasks`,
    `-H "Authorization: Bearer $CREWBOARD_KEY"`,
    '-H "Content-Type: application/json"',
    `-d '{"projectId": "${projectId}", "title": "Say hello"}'`,
  ].join(' \\\n  ');
  return (
    <div className={styles.terminal}>
      <p>Programs create tasks over the API, with a team API key:</p>
      <CommandBlock subject="create a task" text={command} />
    </div>
  );
}
