import { type Event, type LoggedEvent, withoutOrder } from '@crewboard/contracts';
import { subjectName } from '../sentences/event-sentence.ts';
import { csvRecord } from './csv.ts';

/** The format of an export: its header, and one line per event. */
export interface ExportFormat {
  mediaType: string;
  head: string;
  line: (event: LoggedEvent) => string;
}

const COLUMNS: Record<string, (event: Event) => string | null> = {
  time: ({ createdAt }) => createdAt,
  id: ({ id }) => id,
  type: ({ type }) => type,
  subject_type: ({ subject }) => subject.type,
  subject_id: ({ subject }) => subject.id,
  subject: subjectName,
  actor_kind: ({ actor }) => actor.kind,
  actor_id: ({ actor }) => actor.id,
  actor: ({ actor }) => actor.name,
  request_id: ({ requestId }) => requestId,
  changes: ({ changes }) => changes && JSON.stringify(changes),
};

/** The formats by their name in the URL. */
export const exportFormats = {
  csv: {
    mediaType: 'text/csv; charset=utf-8; header=present',
    head: csvRecord(Object.keys(COLUMNS)),
    line: (event) => csvRecord(Object.values(COLUMNS).map((cell) => cell(event) ?? '')),
  },
  jsonl: {
    mediaType: 'application/jsonl; charset=utf-8',
    head: '',
    // The place in the log is not a part of the API.
    line: (event) => `${JSON.stringify(withoutOrder(event))}\n`,
  },
} satisfies Record<string, ExportFormat>;

export type ExportFormatName = keyof typeof exportFormats;

export const isExportFormat = (value: string): value is ExportFormatName =>
  Object.hasOwn(exportFormats, value);
