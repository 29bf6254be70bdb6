import type { Event } from '@crewboard/contracts';
import { type LogColumn, LogTable } from '#components/lists/log-table.tsx';
import type { AssigneeNames } from '#domain/events/assignee-names.ts';
import { AuditRow } from './audit-row.tsx';
import styles from './audit-table.module.css';

const COLUMNS: LogColumn[] = [
  { name: 'Details', className: styles.toggleCell, isSilent: true },
  { name: 'When', className: styles.time },
  { name: 'Who', className: styles.actorCell },
  { name: 'What happened' },
  { name: 'Type', className: styles.type },
];

interface AuditTableProps {
  events: Event[];
  names: AssigneeNames;
  /** The rows are those of the previous filters. */
  isOld: boolean;
  onChooseActor: (actorId: string) => void;
  onChooseSubject: (subjectId: string) => void;
}

export function AuditTable({ events, isOld, ...shared }: AuditTableProps) {
  return (
    <LogTable className={styles.table} columns={COLUMNS} isOld={isOld} label="Events">
      {events.map((event) => (
        <AuditRow event={event} key={event.id} {...shared} />
      ))}
    </LogTable>
  );
}
