import type { BoardTask } from '@crewboard/contracts';
import { startBounds, startBoundsMessage, toStartTime } from '#domain/board/start-time.ts';
import { toLocalField } from '#lib/format/local-time.ts';
import { exactTime } from '#lib/format/relative-time.ts';
import { useNow } from '#lib/time/use-now.ts';
import { PropertyDate } from './property-date.tsx';

const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

interface PropertyStartProps {
  time: BoardTask['notBefore'];
  canEdit: boolean;
  onChange: (time: string | null) => void;
}

/** The time before which no agent starts the task. The server renders none: it does not know the person's time zone. */
export function PropertyStart({ time, canEdit, onChange }: PropertyStartProps) {
  const now = useNow();
  const date = now !== null && time ? new Date(time) : null;
  return (
    <PropertyDate
      canEdit={canEdit}
      emptyText={time ? '' : 'Any time'}
      label="Starts"
      onChange={(value) => onChange(toStartTime(value))}
      boundsMessage={startBoundsMessage}
      type="datetime-local"
      value={date && toLocalField(date)}
      {...(now !== null && startBounds(now))}
    >
      {date && (
        <time dateTime={time ?? undefined} title={exactTime(date)}>
          {format.format(date)}
        </time>
      )}
    </PropertyDate>
  );
}
