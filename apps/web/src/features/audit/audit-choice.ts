import type { AuditFilter } from '@crewboard/contracts';
import { isEventType, isSubjectType } from '../../domain/events/event-types.ts';
import { isPeriod, type Period, startOf } from './periods.ts';

/** What narrows the audit down, as it stands in the URL. Bounds of one's own go before a period. */
export interface AuditChoice extends AuditFilter {
  period?: Period;
}

const MAX_ID = 100;
const UTC_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/;

/** Anybody can edit a URL: whatever is not a filter is none. */
export function readAuditChoice(params: URLSearchParams): AuditChoice {
  const [from, to] = [readTime(params.get('from')), readTime(params.get('to'))];
  return withoutBlanks({
    actorId: readId(params.get('actor')),
    type: oneOf(params.get('type'), isEventType),
    subjectType: oneOf(params.get('subject'), isSubjectType),
    subjectId: readId(params.get('id')),
    period: from || to ? undefined : oneOf(params.get('time'), isPeriod),
    from,
    to,
  });
}

/** "?actor=…&type=…", or nothing: the same choice always gives the same text. */
export function writeAuditChoice(choice: AuditChoice): string {
  const text = auditParams(choice).toString();
  return text && `?${text}`;
}

export function auditParams({ actorId, type, subjectType, subjectId, period, from, to }: AuditChoice) {
  const params = new URLSearchParams();
  if (actorId) params.set('actor', actorId);
  if (type) params.set('type', type);
  if (subjectType) params.set('subject', subjectType);
  if (subjectId) params.set('id', subjectId);
  if (period && !from && !to) params.set('time', period);
  if (from) params.set('from', from);
  if (to) params.set('to', to);
  return params;
}

export function isNarrowed(choice: AuditChoice): boolean {
  return writeAuditChoice(choice) !== '';
}

/** What the API is asked for: it knows no periods. */
export function filterOf({ period, ...filter }: AuditChoice, now: Date): AuditFilter {
  return period ? { ...filter, from: startOf(period, now) } : filter;
}

function readId(value: string | null): string | undefined {
  const id = value?.trim() ?? '';
  const isGood = id.length > 0 && id.length <= MAX_ID && id.isWellFormed() && !id.includes('\0');
  return isGood ? id : undefined;
}

function readTime(value: string | null): string | undefined {
  if (!value || !UTC_TIME.test(value)) return undefined;
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

function oneOf<T extends string>(value: string | null, is: (value: string) => value is T): T | undefined {
  return value !== null && is(value) ? value : undefined;
}

function withoutBlanks(choice: AuditChoice): AuditChoice {
  return Object.fromEntries(Object.entries(choice).filter(([, value]) => value));
}
