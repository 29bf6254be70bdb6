import {
  type AgentOverview,
  agentFailureThreshold,
  canPause,
  type FailedAttempt,
} from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Warning } from '#components/notices/warning.tsx';
import { PageLink } from '#components/page/page-link.tsx';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { taskPath } from '#domain/board/board-paths.ts';
import { useTeam } from '#domain/team/team.tsx';
import { formatNumber } from '#lib/format/format-number.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import type { OpenAgentDialog } from '../dialogs/agent-dialogs.tsx';
import styles from './agent-failures.module.css';

/** The service counts failures shortly after their events, and announces no new count. */
const pollIntervalMs = 10_000;

interface AgentFailuresProps {
  agent: AgentOverview;
  onOpenDialog: OpenAgentDialog;
}

/**
 * Warns that the last attempts of the agent failed, with their tasks and reasons. Shows nothing for fewer than
 * `agentFailureThreshold`.
 */
export function AgentFailures({ agent, onOpenDialog }: AgentFailuresProps) {
  const { role } = useTeam();
  const { data } = useQuery({
    ...useTRPC().agents.failures.queryOptions({ agentId: agent.id }),
    refetchInterval: pollIntervalMs,
  });
  if (!data || data.count < agentFailureThreshold) return null;
  return (
    <Warning title={`The last ${formatNumber(data.count)} attempts failed`}>
      <ul className={styles.list}>
        {data.last.map((failure) => (
          <FailureRow failure={failure} key={`${failure.taskId} ${failure.endedAt}`} />
        ))}
      </ul>
      {canPause(role) && !agent.paused && agent.status === 'active' && (
        <Button mt="sm" onClick={() => onOpenDialog({ kind: 'pause', agent })} variant="default">
          Pause agent
        </Button>
      )}
    </Warning>
  );
}

function FailureRow({ failure: { taskId, title, outcome, reason, endedAt } }: { failure: FailedAttempt }) {
  const { id: teamId } = useTeam();
  return (
    <li>
      <PageLink dir="auto" href={taskPath(teamId, taskId)}>
        {title}
      </PageLink>
      :{' '}
      {reason ? (
        <>
          “<bdi dir="auto">{reason}</bdi>”
        </>
      ) : outcome === 'expired' ? (
        'its lease expired'
      ) : (
        'failed'
      )}{' '}
      <span className={styles.time}>
        <RelativeTime time={endedAt} />
      </span>
    </li>
  );
}
