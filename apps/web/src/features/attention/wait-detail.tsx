import type { AttentionTask, BoardTask, TaskNext } from '@crewboard/contracts';
import { PageLink } from '#components/page/page-link.tsx';
import { LastFailure } from '#domain/attention/last-failure.tsx';
import type { PausedThing } from '#domain/attention/pauses-of.ts';
import { deadBlockers } from '#domain/board/dependencies/dependencies.ts';
import { useDependencies } from '#domain/board/dependencies/use-dependencies.ts';
import { useBoardLocation } from '#domain/board/use-board-location.ts';
import { actorName } from '#domain/events/event-actor.ts';
import { usePaused } from '#domain/pauses/use-paused.ts';
import { useTeam } from '#domain/team/team.tsx';
import { useAgent } from '#domain/team/use-agent.ts';

interface WaitDetailProps {
  task: BoardTask;
  next: TaskNext;
  lastFailure: AttentionTask['lastFailure'];
}

/** What the task waits for, beyond the title of its group: the failure, the blockers, the pause or the agent. */
export function WaitDetail({ task, next, lastFailure }: WaitDetailProps) {
  switch (next.reason) {
    case 'attempts_exhausted':
      return (
        <span>
          {task.attempt === 1 ? '1 attempt' : `${task.attempt} attempts`}
          {lastFailure && (
            <>
              . <LastFailure failure={lastFailure} />
            </>
          )}
        </span>
      );
    case 'blocker_cancelled':
      return <DeadBlockers task={task} />;
    case 'paused':
      return next.paused ? <PausedSubject paused={next.paused} /> : null;
    case 'agent_cannot_work':
      return (
        <AgentState agentId={next.agentId}>
          {(status) => (status === 'inactive' ? 'is inactive' : 'has no valid token')}
        </AgentState>
      );
    case 'stale':
      if (next.was === 'queued') return <span>In the queue, and nobody has claimed it</span>;
      return (
        <AgentState agentId={next.agentId}>
          {() => (next.was === 'working' ? 'holds it without a sign' : 'has not started it')}
        </AgentState>
      );
    default:
      return null;
  }
}

interface AgentStateProps {
  agentId: string | undefined;
  children: (status: 'active' | 'inactive' | undefined) => string;
}

/** What is wrong with the agent of the task. The name links to the page that can rotate its token or reactivate it. */
function AgentState({ agentId, children }: AgentStateProps) {
  const { id: teamId } = useTeam();
  const agent = useAgent(agentId);
  return (
    <span>
      {agent ? (
        <PageLink dir="auto" href={`/t/${teamId}/agents/${agentId}`}>
          {agent.name}
        </PageLink>
      ) : (
        'Its agent'
      )}{' '}
      {children(agent?.status)}
    </span>
  );
}

/** What is paused, why and by whom. */
export function PausedSubject({ paused }: { paused: PausedThing }) {
  const subject = usePaused(paused);
  const pause = subject?.paused;
  return (
    <span>
      {paused.type === 'team' ? (
        'All agents are paused'
      ) : subject ? (
        <>
          <bdi dir="auto">{subject.name}</bdi> is paused
        </>
      ) : (
        'Paused'
      )}
      {pause && (
        <>
          : “<bdi dir="auto">{pause.reason}</bdi>” (<bdi dir="auto">{actorName({ actor: pause.by })}</bdi>)
        </>
      )}
    </span>
  );
}

/** The cancelled or archived blockers, as links. */
function DeadBlockers({ task }: { task: BoardTask }) {
  const { blockers } = useDependencies(task);
  const { pathOfTask } = useBoardLocation();
  const dead = deadBlockers(blockers);
  if (dead.length === 0) return null;
  return (
    <span>
      Waits for{' '}
      {dead.map(({ id, title, archivedAt }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <PageLink dir="auto" href={pathOfTask(id)}>
            “{title}”
          </PageLink>{' '}
          ({archivedAt ? 'archived' : 'cancelled'})
        </span>
      ))}
    </span>
  );
}
