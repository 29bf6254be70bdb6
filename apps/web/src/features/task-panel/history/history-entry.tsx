import type { Event } from '@crewboard/contracts';
import { IconHourglassEmpty, IconKey, IconRobot, IconSettings, IconUser } from '@tabler/icons-react';
import { AgentAvatar } from '#components/task/avatars.tsx';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { actorName } from '#domain/events/event-actor.ts';
import { RichText } from '../markdown/rich-text.tsx';
import { LongText } from '../text/long-text.tsx';
import { descriptionChange, eventLabel, type Names, sentenceStart, transportOf } from './event-labels.ts';
import styles from './task-history.module.css';

const ICONS = { agent: IconRobot, key: IconKey, member: IconUser, system: IconSettings };

/** One event: who, what, when and over which transport; a comment with its text. */
export function HistoryEntry({ event, names }: { event: Event; names: Names }) {
  const name = actorName(event);
  const comment = event.changes?.comment?.after as { body: string } | undefined;
  const description = descriptionChange(event);
  const Icon = event.type === 'task.lease_expired' ? IconHourglassEmpty : ICONS[event.actor.kind];

  return (
    <li className={styles.entry}>
      <span className={styles.mark}>
        {event.actor.kind === 'agent' ? (
          <AgentAvatar name={name} size={20} />
        ) : (
          <Icon aria-hidden size={14} stroke={1.75} />
        )}
      </span>
      <div className={styles.text}>
        <p className={styles.line}>
          <strong>{sentenceStart(event, names)}</strong> {eventLabel(event, names)}
          <span className={styles.meta} title={transportOf(event)}>
            {' · '}
            <RelativeTime time={event.createdAt} />
            <span className={styles.transport}> · {transportOf(event)}</span>
          </span>
        </p>
        {comment && (
          <div className={styles.comment} dir="auto">
            <RichText text={comment.body} />
          </div>
        )}
        {description && (
          <details className={styles.change}>
            <summary>Show the description before and after</summary>
            <pre data-side="before" dir="auto">
              <LongText text={description.before || 'Nothing'} />
            </pre>
            <pre data-side="after" dir="auto">
              <LongText text={description.after || 'Nothing'} />
            </pre>
          </details>
        )}
      </div>
    </li>
  );
}
