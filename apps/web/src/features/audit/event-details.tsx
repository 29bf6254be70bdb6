'use client';

import type { Event } from '@crewboard/contracts';
import { CopyButton } from '../../components/copy-button.tsx';
import { subjectNames } from '../../lib/event-types.ts';
import { exactTime } from '../../lib/format/relative-time.ts';
import { ChangeTable } from './change-table.tsx';
import styles from './event-details.module.css';

/** Everything that the log knows of an event. It is opened by hand, so the time is the reader's from the start. */
export function EventDetails({ event }: { event: Event }) {
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
        <dl className={styles.list}>
          <div className={styles.fact}>
            <dt>Time</dt>
            <dd>
              <time dateTime={event.createdAt}>{exactTime(new Date(event.createdAt))}</time>
            </dd>
          </div>
          {ids.map(({ name, id }) => (
            <div className={styles.fact} key={name}>
              <dt>{name}</dt>
              <dd>
                {id ? (
                  <>
                    <code>{id}</code>
                    <CopyButton subject={`${name} id`} text={id} />
                  </>
                ) : (
                  <span className={styles.none}>None</span>
                )}
              </dd>
            </div>
          ))}
        </dl>
        {changes && <ChangeTable changes={changes} />}
      </div>
      <section aria-label="The event as JSON" className={styles.json}>
        <div className={styles.copyJson}>
          <CopyButton subject="the event as JSON" text={json} />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and is scrolled by keyboard as well. */}
        <pre tabIndex={0}>{json}</pre>
      </section>
    </div>
  );
}
