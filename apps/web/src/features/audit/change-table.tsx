import type { Event } from '@crewboard/contracts';
import styles from './event-details.module.css';

/** What changed, field by field. Long texts are cut: they stand whole in the JSON beside. */
export function ChangeTable({ changes }: { changes: NonNullable<Event['changes']> }) {
  return (
    <table aria-label="What changed" className={styles.changes}>
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
              <Value value={before} />
            </td>
            <td>
              <Value value={after} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ value }: { value: unknown }) {
  if (value === null || value === '') return <span className={styles.none}>None</span>;
  return <div className={styles.value}>{typeof value === 'string' ? value : JSON.stringify(value)}</div>;
}
