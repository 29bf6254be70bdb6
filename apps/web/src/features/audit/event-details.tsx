'use client';

import type { Event } from '@crewboard/contracts';
import { CodeBlock } from '#components/code/code-block.tsx';
import { Fact, FactId, FactList } from '#components/lists/fact-list.tsx';
import framed from '#components/lists/framed-table.module.css';
import { subjectNames } from '#domain/events/event-types.ts';
import { type AssigneeNames, assigneeFields } from '#domain/team/assignee-names.ts';
import { exactTime } from '#lib/format/relative-time.ts';
import styles from './event-details.module.css';

/** All fields of an event. Only the browser renders it, after a click, so times are in the time zone of the reader. */
export function EventDetails({ event, names }: { event: Event; names: AssigneeNames }) {
  const { subject, actor, requestId, changes } = event;
  const json = JSON.stringify(event, null, 2);
  const ids = [
    { name: 'Event', id: event.id },
    { name: subjectNames[subject.type].one, id: subject.id },
    { name: 'Actor', id: actor.id },
    { name: 'Request', id: requestId },
  ];

  return (
    <div className={styles.details}>
      <div className={styles.facts}>
        <FactList layout="lines">
          <Fact name="Time">
            <time dateTime={event.createdAt}>{exactTime(new Date(event.createdAt))}</time>
          </Fact>
          {ids.map(({ name, id }) => (
            <Fact key={name} name={name}>
              {id ? <FactId id={id} subject={`${name} id`} /> : <span className={styles.none}>None</span>}
            </Fact>
          ))}
        </FactList>
        {changes && <ChangeTable names={names} changes={changes} />}
      </div>
      <CodeBlock isLow label="The event as JSON" subject="the event as JSON" text={json} />
    </div>
  );
}

interface ChangeTableProps {
  changes: NonNullable<Event['changes']>;
  names: AssigneeNames;
}

/** The changes by field. Long texts are clipped; the JSON beside has them in full. */
function ChangeTable({ changes, names }: ChangeTableProps) {
  const nameOf = (field: string, value: unknown) =>
    assigneeFields.includes(field) ? names.get(String(value)) : undefined;
  return (
    <table aria-label="What changed" className={`${framed.table} ${styles.changes}`}>
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

/** A value before or after a change. `name` is that of the agent or person if the value is their id. */
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
