import type { Event } from '@crewboard/contracts';
import { IconChevronRight, IconKey, IconSettings, IconUser } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { type LogColumn, LogRow, LogTable } from '#components/lists/log-table.tsx';
import row from '#components/lists/whole-row.module.css';
import { AgentAvatar } from '#components/task/avatars.tsx';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { actorName } from '#domain/events/event-actor.ts';
import type { AssigneeNames } from '#domain/team/assignee-names.ts';
import styles from './audit-table.module.css';
import { EventDetails } from './event-details.tsx';
import { sentenceOf, subjectName } from './sentences/event-sentence.ts';

const COLUMNS: LogColumn[] = [
  { name: 'Details', className: styles.toggleCell, isNameHidden: true },
  { name: 'When', className: styles.time },
  { name: 'Who', className: styles.actorCell },
  { name: 'What happened' },
  { name: 'Type', className: styles.type },
];

interface RowOptions {
  names: AssigneeNames;
  onChooseActor: (actorId: string) => void;
  onChooseSubject: (subjectId: string) => void;
}

interface AuditTableProps extends RowOptions {
  events: Event[];
  /** The rows are those of the previous filters. */
  isOld: boolean;
}

/** The events of the audit. A click on an actor or subject filters by it. */
export function AuditTable({ events, isOld, ...options }: AuditTableProps) {
  return (
    <LogTable className={styles.table} columns={COLUMNS} isOld={isOld} label="Events">
      {events.map((event) => (
        <AuditRow event={event} key={event.id} {...options} />
      ))}
    </LogTable>
  );
}

/** One event, which expands to all of its fields. */
function AuditRow({ event, names, onChooseActor, onChooseSubject }: RowOptions & { event: Event }) {
  const [isOpen, setOpen] = useState(false);
  const detailsId = useId();
  const { verb, subject, rest } = sentenceOf(event, names);

  return (
    <>
      <LogRow className={styles.row} isOpen={isOpen}>
        <td className={styles.toggleCell}>
          <button
            aria-controls={isOpen ? detailsId : undefined}
            aria-expanded={isOpen}
            aria-label={`The whole event: ${actorName(event)} ${verb} ${subject}`}
            className={`${styles.toggle} ${row.clickTarget}`}
            onClick={() => setOpen(!isOpen)}
            type="button"
          >
            <IconChevronRight aria-hidden size={14} stroke={1.75} />
          </button>
        </td>
        <td className={styles.time}>
          <span className={row.aboveClickTarget}>
            <RelativeTime time={event.createdAt} />
          </span>
        </td>
        <td className={styles.actorCell}>
          <ActorButton event={event} onChoose={onChooseActor} />
        </td>
        <td className={styles.what}>
          <div className={styles.sentence}>
            <span>{verb}</span>{' '}
            <button
              className={styles.subject}
              onClick={() => onChooseSubject(event.subject.id)}
              title={`${subjectName(event)}: show only what happened to it`}
              type="button"
            >
              {subject}
            </button>{' '}
            {rest && <span className={styles.rest}>{rest}</span>}
          </div>
        </td>
        <td className={styles.type}>{event.type}</td>
      </LogRow>
      {isOpen && (
        <tr className={styles.detailsRow} id={detailsId}>
          <td colSpan={COLUMNS.length}>
            <EventDetails names={names} event={event} />
          </td>
        </tr>
      )}
    </>
  );
}

const ICONS = { key: IconKey, member: IconUser, system: IconSettings };
const KINDS = { agent: 'Agent', key: 'API key', member: 'Person', system: '' };

/** The actor, as a filter; the service is only a name, because it has no id to filter by. */
function ActorButton({ event, onChoose }: { event: Event; onChoose: RowOptions['onChooseActor'] }) {
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
