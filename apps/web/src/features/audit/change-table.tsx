import type { Event } from '@crewboard/contracts';
import table from '#components/lists/framed-table.module.css';
import { type AssigneeNames, assigneeFields } from '#domain/events/assignee-names.ts';
import styles from './event-details.module.css';

interface ChangeTableProps {
  changes: NonNullable<Event['changes']>;
  names: AssigneeNames;
}

/** The changes by field. Long texts are clipped; the JSON beside has them in full. */
export function ChangeTable({ changes, names }: ChangeTableProps) {
  const nameOf = (field: string, value: unknown) =>
    assigneeFields.includes(field) ? names.get(String(value)) : undefined;
  return (
    <table aria-label="What changed" className={`${table.table} ${styles.changes}`}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(changes).map(([field, { before, after }]) => (
          <tr key={field}>
            <th scope="row">{field}</th>
            <td>
              <Value name={nameOf(field, before)} value={before} />
            </td>
            <td>
              <Value name={nameOf(field, after)} value={after} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** `name` is the name of an id, if it is known. */
function Value({ value, name }: { value: unknown; name?: string }) {
  if (value === null || value === '') return <span className={styles.none}>None</span>;
  if (name) {
    return (
      <div className={styles.value}>
        <bdi dir="auto">{name}</bdi> <span className={styles.none}>{String(value)}</span>
      </div>
    );
  }
  return (
    <div className={styles.value} dir="auto">
      {typeof value === 'string' ? value : JSON.stringify(value)}
    </div>
  );
}
