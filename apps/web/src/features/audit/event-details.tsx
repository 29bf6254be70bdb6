'use client';

import type { Event } from '@crewboard/contracts';
import { CodeBlock } from '#components/code/code-block.tsx';
import { Fact, FactId, FactList } from '#components/lists/fact-list.tsx';
import type { AssigneeNames } from '#domain/events/assignee-names.ts';
import { subjectNames } from '#domain/events/event-types.ts';
import { exactTime } from '#lib/format/relative-time.ts';
import { ChangeTable } from './change-table.tsx';
import styles from './event-details.module.css';

/** All fields of an event. It is never rendered on the server, so times are in the time zone of the reader. */
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
