'use client';

import { canManage, type StuckThing } from '@crewboard/contracts';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { formatNumber } from '#lib/format/format-number.ts';
import { useNow } from '#lib/time/use-now.ts';
import styles from './attention.module.css';
import { GroupSection } from './attention-group.tsx';
import { LinkRemedy } from './remedies.tsx';

type Thing = StuckThing & { reason: Exclude<StuckThing['reason'], 'no_working_agent'> };

/** Nobody works on what is in the queue: the cause of all other waiting. */
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
        <div className={styles.remedies}>
          <LinkRemedy href={`/t/${teamId}/agents?new=agent`}>Connect an agent</LinkRemedy>
          <LinkRemedy href={`/t/${teamId}/agents`}>Open agents</LinkRemedy>
        </div>
      )}
    </section>
  );
}

const isThing = (thing: StuckThing): thing is Thing => thing.reason !== 'no_working_agent';

/** Agents, tokens, keys and webhooks that need a person. */
export function StuckList({ things }: { things: readonly StuckThing[] }) {
  return (
    <GroupSection
      count={formatNumber(things.length)}
      explanation="They stop working, or soon will, until a person acts."
      name="stuck"
      title="Agents and integrations"
    >
      {things.filter(isThing).map((thing) => (
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

const rotation: (typeof pages)[Thing['reason']] = {
  label: 'Rotate token',
  path: (id) => `agents/${id}?new=token`,
};

function StuckRow({ thing }: { thing: Thing }) {
  const { id: teamId, role } = useTeam();
  const mayRotate = thing.reason === 'token_expiring' && canManage(role);
  const { label, path } = mayRotate ? rotation : pages[thing.reason];
  return (
    <li className={styles.row}>
      <div className={styles.task}>
        <bdi className={styles.thing} dir="auto">
          {thing.name}
        </bdi>
        <div className={styles.meta}>
          <ThingState thing={thing} />
        </div>
      </div>
      <div className={styles.remedies}>
        <LinkRemedy href={`/t/${teamId}/${path(thing.id ?? '')}`}>{label}</LinkRemedy>
      </div>
    </li>
  );
}

function ThingState({ thing: { reason, at } }: { thing: Thing }) {
  const now = useNow() ?? Date.now();
  const time = at && <RelativeTime time={at} />;
  const verb = at && Date.parse(at) <= now ? 'expired' : 'expires';
  switch (reason) {
    case 'agent_failing':
      return <span>The last 3 attempts of this agent failed.</span>;
    case 'token_expiring':
      return (
        <span>
          Its token {verb} {time}. Rotate it with an overlap.
        </span>
      );
    case 'key_expiring':
      return (
        <span>
          API key, {verb} {time}. Create another one before then.
        </span>
      );
    case 'webhook_disabled':
      return <span>Webhook, disabled {time}, because its deliveries failed.</span>;
  }
}
