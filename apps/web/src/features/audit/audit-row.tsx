'use client';

import type { Event } from '@crewboard/contracts';
import { IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { LogRow } from '#components/lists/log-table.tsx';
import row from '#components/lists/whole-row.module.css';
import { RelativeTime } from '#components/time/relative-time.tsx';
import type { AssigneeNames } from '#domain/events/assignee-names.ts';
import { actorName } from '#domain/events/event-actor.ts';
import { ActorButton } from './actor-button.tsx';
import styles from './audit-table.module.css';
import { EventDetails } from './event-details.tsx';
import { sentenceOf, subjectName } from './event-sentence.ts';

interface AuditRowProps {
  event: Event;
  names: AssigneeNames;
  onChooseActor: (actorId: string) => void;
  onChooseSubject: (subjectId: string) => void;
}

/** One event, which expands to all of its fields. */
export function AuditRow({ event, names, onChooseActor, onChooseSubject }: AuditRowProps) {
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
            className={`${styles.toggle} ${row.target}`}
            onClick={() => setOpen(!isOpen)}
            type="button"
          >
            <IconChevronRight aria-hidden size={14} stroke={1.75} />
          </button>
        </td>
        <td className={styles.time}>
          <span className={row.raised}>
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
            {rest && <span>{rest}</span>}
          </div>
        </td>
        <td className={styles.type}>{event.type}</td>
      </LogRow>
      {isOpen && (
        <tr className={styles.detailsRow} id={detailsId}>
          <td colSpan={5}>
            <EventDetails names={names} event={event} />
          </td>
        </tr>
      )}
    </>
  );
}
