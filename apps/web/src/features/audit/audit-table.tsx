import type { Event } from '@crewboard/contracts';
import { AuditRow } from './audit-row.tsx';
import styles from './audit-table.module.css';

interface AuditTableProps {
  events: Event[];
  /** These are still those of the filters before. */
  isOld: boolean;
  onChooseActor: (actorId: string) => void;
  onChooseSubject: (subjectId: string) => void;
}

/** A table that turns into a list where it has less than 640 px, and stays a table for screen readers. */
export function AuditTable({ events, isOld, ...choosing }: AuditTableProps) {
  return (
    <div className={styles.root}>
      <table aria-busy={isOld} aria-label="Events" className={styles.table}>
        <thead>
          <tr>
            <th className={styles.toggleCell} scope="col">
              <span className="visually-hidden">Details</span>
            </th>
            <th className={styles.time} scope="col">
              When
            </th>
            <th className={styles.actorCell} scope="col">
              Who
            </th>
            <th scope="col">What happened</th>
            <th className={styles.type} scope="col">
              Type
            </th>
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <AuditRow event={event} key={event.id} {...choosing} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
