import type { BoardTask, Pause } from '@crewboard/contracts';
import { type ReactNode, use, useRef } from 'react';
import { PageLink } from '#components/page/page-link.tsx';
import { TimeSince } from '#components/time/time-since.tsx';
import { useAccountId } from '#domain/account/account-id.tsx';
import type { PausedThing } from '#domain/attention/pauses-of.ts';
import type { ShownNext } from '#domain/board/store/expected-next.ts';
import { actorName } from '#domain/events/event-actor.ts';
import { usePaused } from '#domain/pauses/use-paused.ts';
import { useTeam } from '#domain/team/team.tsx';
import { useAgent } from '#domain/team/use-agent.ts';
import { useAssigneeNames } from '#domain/team/use-assignee-names.ts';
import { useFocusAfter } from '#lib/focus/use-focus-after.ts';
import { exactTime, shortDateTime } from '#lib/format/relative-time.ts';
import { lazyPart } from '#lib/lazy/lazy-part.tsx';
import { RenderTime, useNow } from '#lib/time/use-now.ts';
import { useTimeZone } from '#lib/time/use-time-zone.ts';
import { BlockerLinks } from '../relations/blocker-links.tsx';
import styles from '../task-notice.module.css';
import { useNextActor } from './use-next-actor.ts';

const Remedies = lazyPart(async () => (await import('#domain/attention/remedies.tsx')).Remedies);

/** The reasons for which the sentence has buttons: all that `Remedies` solves, except exhausted attempts. */
const remediedReasons: readonly ShownNext['reason'][] = [
  'stale',
  'blocker_cancelled',
  'agent_cannot_work',
  'paused',
  'in_progress_unassigned',
  'not_before',
];

/**
 * Says in a sentence who acts next on the task, with buttons if a person can help. For exhausted attempts,
 * `ExhaustedNotice` does it.
 */
export function NextSentence({ task }: { task: BoardTask }) {
  const next = useNextActor(task);
  const section = useRef<HTMLElement>(null);
  const hasRemedies = next !== null && remediedReasons.includes(next.reason);
  // The button that has the focus disappears with its reason.
  useFocusAfter(hasRemedies, () => section.current?.closest('aside'));
  if (!next || next.reason === 'attempts_exhausted') return null;
  return (
    <section
      aria-label="Who acts next"
      className={hasRemedies ? styles.notice : styles.sentence}
      data-calm={next.reason === 'not_before' || undefined}
      ref={section}
    >
      <p className={styles.text}>
        <Sentence next={next} task={task} />
      </p>
      {hasRemedies && <Remedies next={next} task={task} />}
    </section>
  );
}

interface SentenceProps {
  task: BoardTask;
  next: ShownNext;
}

function Sentence({ task, next: { reason, since, was, deadline, paused } }: SentenceProps) {
  const time = <TimeSince time={since} />;
  const agent = <Agent agentId={task.assignedAgentId} />;
  // With a lease, the deadline is the end of the lease.
  const stale = deadline && !task.leaseExpiresAt && (
    <>
      ; stale <MomentOf time={deadline} />
    </>
  );
  switch (reason) {
    case 'working':
      return (
        <>
          Held by {agent} {time}
          {task.leaseExpiresAt && (
            <>
              , lease until <MomentOf isBare time={task.leaseExpiresAt} />
            </>
          )}
          {stale}.
        </>
      );
    case 'person':
      return (
        <>
          Assigned to <Person memberId={task.assignedMemberId} /> {time}.
        </>
      );
    case 'in_progress_unassigned':
      return <>In progress {time}, and nobody is assigned.</>;
    case 'blocker_cancelled':
    case 'blocked':
      return <BlockerLinks task={task} />;
    case 'not_before':
      return (
        <>
          Waits until <MomentOf isBare time={task.notBefore ?? since} />: no agent gets it before.
        </>
      );
    case 'paused':
      return paused ? <Paused paused={paused}>{time}</Paused> : <>Paused {time}.</>;
    case 'agent_cannot_work':
      return (
        <>
          Assigned to {agent}, which <AgentProblem agentId={task.assignedAgentId} />, {time}.
        </>
      );
    case 'assigned':
      return (
        <>
          Waits for {agent} {time}
          {stale}.
        </>
      );
    case 'queued':
      return (
        <>
          In the queue {time}
          {stale}.
        </>
      );
    case 'stale':
      if (was === 'queued') return <>Stale {time}: nobody has claimed it from the queue.</>;
      return (
        <>
          Stale {time}: {agent} {was === 'working' ? 'holds it without a sign.' : 'has not started it.'}
        </>
      );
    default:
      return null;
  }
}

/**
 * "at 9:14 AM", or "on Nov 22, 9:14 AM" for another day. The tooltip has the exact time.
 * @param isBare without "at" or "on"
 */
function MomentOf({ time, isBare = false }: { time: string; isBare?: boolean }) {
  const now = useNow();
  const date = new Date(time);
  const shown = shortDateTime(date, new Date(now ?? use(RenderTime)), useTimeZone());
  // For today, `shortDateTime` returns the time alone.
  const isToday = /^\d/.test(shown);
  return (
    <time dateTime={time} title={now === null ? undefined : exactTime(date)}>
      {isBare ? '' : isToday ? 'at ' : 'on '}
      {shown}
    </time>
  );
}

function Agent({ agentId }: { agentId: string | null }) {
  const { id: teamId } = useTeam();
  const agent = useAgent(agentId);
  if (!agent) return <>an agent</>;
  return (
    <PageLink dir="auto" href={`/t/${teamId}/agents/${agent.id}`}>
      {agent.name}
    </PageLink>
  );
}

function AgentProblem({ agentId }: { agentId: string | null }) {
  return <>{useAgent(agentId)?.status === 'inactive' ? 'is inactive' : 'has no valid token'}</>;
}

function Person({ memberId }: { memberId: string | null }) {
  const names = useAssigneeNames();
  if (memberId === useAccountId()) return <>you</>;
  return <bdi dir="auto">{names.get(memberId ?? '') ?? 'a person'}</bdi>;
}

function Paused({ paused, children }: { paused: PausedThing; children: ReactNode }) {
  const subject = usePaused(paused);
  const pause = subject?.paused;
  return (
    <>
      {paused.type === 'team' ? (
        'All agents have been paused '
      ) : (
        <>
          {paused.type === 'agent' ? 'The agent' : 'The project'} <bdi dir="auto">{subject?.name}</bdi> has
          been paused{' '}
        </>
      )}
      {children}: {pause ? <PauseReason pause={pause} /> : 'no agent starts the task.'}
    </>
  );
}

const PauseReason = ({ pause }: { pause: Pause }) => (
  <>
    “<bdi dir="auto">{pause.reason}</bdi>” (<bdi dir="auto">{actorName({ actor: pause.by })}</bdi>). No agent
    starts the task.
  </>
);
