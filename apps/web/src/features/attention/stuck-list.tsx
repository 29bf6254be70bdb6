'use client';

import {
  agentFailureThreshold,
  canManage,
  canPause,
  type FailedAttempt,
  type StuckThing,
} from '@crewboard/contracts';
import { PageLink } from '#components/page/page-link.tsx';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { LastFailure } from '#domain/attention/last-failure.tsx';
import { LinkRemedy, Remedy, RemedyRow } from '#domain/attention/remedies.tsx';
import { useBoardLocation } from '#domain/board/use-board-location.ts';
import { ExpiryTime } from '#domain/expiry/expiry-label.tsx';
import { PauseDialog } from '#domain/pauses/lazy-pauses.ts';
import { useTeam } from '#domain/team/team.tsx';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { formatNumber } from '#lib/format/format-number.ts';
import { serviceNow } from '#lib/time/service-clock.ts';
import { useNow } from '#lib/time/use-now.ts';
import styles from './attention.module.css';
import { GroupSection } from './attention-group.tsx';

/** An agent, key or webhook that needs a person; `no_working_agent` is about the team as a whole. */
type Thing = StuckThing & { reason: Exclude<StuckThing['reason'], 'no_working_agent'> };

export const isAboutOneThing = (thing: StuckThing): thing is Thing => thing.reason !== 'no_working_agent';

/** Says that no agent can work on the tasks in the queue. It comes first: other tasks may wait only because of it. */
export function NoWorkingAgent() {
  const { id: teamId, role } = useTeam();
  const manages = canManage(role);
  return (
    <section aria-label="No agent can work" className={styles.notice}>
      <p className={styles.task}>
        <strong>No agent can work.</strong> Tasks are in the queue, and no agent is active with a valid token.
        {!manages && ' An admin of the team can connect one.'}
      </p>
      {manages && (
        <RemedyRow>
          <LinkRemedy href={`/t/${teamId}/agents?new=agent`}>Connect an agent</LinkRemedy>
          <LinkRemedy href={`/t/${teamId}/agents`}>Open agents</LinkRemedy>
        </RemedyRow>
      )}
    </section>
  );
}

/** Agents, tokens, keys and webhooks that need a person. */
export function StuckList({ things }: { things: readonly Thing[] }) {
  return (
    <GroupSection
      count={formatNumber(things.length)}
      explanation="They stop working, or soon will, until a person acts."
      name="stuck"
      title="Agents and integrations"
    >
      {things.map((thing) => (
        <StuckRow key={`${thing.reason} ${thing.id}`} thing={thing} />
      ))}
    </GroupSection>
  );
}

const pages: Record<Thing['reason'], { label: string; path: (id: string) => string }> = {
  agent_failing: { label: 'Open agent', path: (id) => `agents/${id}` },
  token_expiring: { label: 'Open agent', path: (id) => `agents/${id}` },
  key_expiring: { label: 'Open API keys', path: () => 'settings/api-keys' },
  webhook_disabled: { label: 'Open webhook', path: (id) => `webhooks/${id}` },
};

function StuckRow({ thing }: { thing: Thing }) {
  const { id: teamId, role } = useTeam();
  const { reason } = thing;
  const { label, path } = pages[reason];
  const page = `/t/${teamId}/${path(thing.id ?? '')}`;
  const mayRotate = reason === 'token_expiring' && canManage(role);
  return (
    <li className={styles.row}>
      <div className={styles.task}>
        <PageLink className={styles.thing} data-row-id={`${reason} ${thing.id}`} dir="auto" href={page}>
          {thing.name}
        </PageLink>
        <div className={styles.meta}>
          <ThingState thing={thing} />
        </div>
      </div>
      <RemedyRow>
        {reason === 'agent_failing' && canPause(role) && <PauseRemedy thing={thing} />}
        <LinkRemedy href={mayRotate ? `${page}?new=token` : page}>
          {mayRotate ? 'Rotate token' : label}
        </LinkRemedy>
      </RemedyRow>
    </li>
  );
}

/** A button that pauses an agent, so that it gets no tasks to fail at until it is repaired. */
function PauseRemedy({ thing: { id, name } }: { thing: Thing }) {
  const { dialog, open, close } = useDialog<'pause'>();
  const target = { kind: 'agent', id: id ?? '', name: name ?? '' } as const;
  return (
    <>
      <Remedy label="Pause agent" onClick={() => open('pause')} title={target.name} />
      {dialog && <PauseDialog onClose={close} target={target} />}
    </>
  );
}

function ThingState({ thing: { reason, at, failures } }: { thing: Thing }) {
  switch (reason) {
    case 'agent_failing':
      return <Failures failures={failures ?? []} />;
    case 'token_expiring':
      return <TokenExpiry at={at ?? ''} />;
    case 'key_expiring':
      return <span>API key, {at && <ExpiryTime time={at} />}. Create another one before then.</span>;
    case 'webhook_disabled':
      return (
        <span>Webhook, disabled {at && <RelativeTime time={at} />}, because its deliveries failed.</span>
      );
  }
}

/** When a token expires, and the advice to rotate it: with an overlap if it is still valid. */
function TokenExpiry({ at }: { at: string }) {
  const now = useNow() ?? serviceNow();
  return (
    <span>
      Its token <ExpiryTime time={at} />. {Date.parse(at) > now ? 'Rotate it with an overlap.' : 'Rotate it.'}
    </span>
  );
}

/** The tasks of the last failed attempts, and why the last one failed. */
function Failures({ failures }: { failures: readonly FailedAttempt[] }) {
  const { pathOfTask } = useBoardLocation();
  const [last] = failures;
  const statement = `The last ${agentFailureThreshold} attempts of this agent failed`;
  if (!last) return <span>{statement}.</span>;
  const titleById = new Map(failures.map(({ taskId, title }) => [taskId, title]));
  return (
    <span>
      {statement}:{' '}
      {[...titleById].map(([taskId, title], index) => (
        <span key={taskId}>
          {index > 0 && ', '}
          <PageLink dir="auto" href={pathOfTask(taskId)}>
            “{title}”
          </PageLink>
        </span>
      ))}
      . <LastFailure failure={last} />
    </span>
  );
}
