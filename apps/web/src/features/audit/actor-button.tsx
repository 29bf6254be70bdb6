import type { Event } from '@crewboard/contracts';
import { IconKey, IconSettings, IconUser } from '@tabler/icons-react';
import { AgentAvatar } from '#components/task/agent-avatar.tsx';
import { actorName } from '#domain/events/event-actor.ts';
import styles from './audit-table.module.css';

const ICONS = { key: IconKey, member: IconUser, system: IconSettings };
const KINDS = { agent: 'Agent', key: 'API key', member: 'Person', system: '' };

interface ActorButtonProps {
  event: Event;
  onChoose: (actorId: string) => void;
}

/** The actor. A click filters by it; the service cannot be a filter. */
export function ActorButton({ event, onChoose }: ActorButtonProps) {
  const { kind, id } = event.actor;
  const name = actorName(event);
  const content = (
    <>
      <span className={styles.actorIcon}>
        <ActorIcon kind={kind} name={name} />
      </span>
      <span className="visually-hidden">{KINDS[kind]} </span>
      <span className={styles.clipped} dir="auto">
        {name}
      </span>
    </>
  );
  if (!id) return <span className={styles.actor}>{content}</span>;
  return (
    <button
      className={styles.actor}
      onClick={() => onChoose(id)}
      title={`${KINDS[kind]} ${name}: show only what they did`}
      type="button"
    >
      {content}
    </button>
  );
}

function ActorIcon({ kind, name }: { kind: Event['actor']['kind']; name: string }) {
  if (kind === 'agent') return <AgentAvatar name={name} size={20} />;
  const Icon = ICONS[kind];
  return <Icon aria-hidden size={15} stroke={1.6} />;
}
