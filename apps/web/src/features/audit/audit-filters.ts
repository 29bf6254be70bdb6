import type { AuditFilter } from '@crewboard/contracts';
import { eventTypes, subjectTypes } from '../../domain/events/event-types.ts';
import {
  parseId,
  parseOneOf,
  readUrlState,
  type SearchParams,
  type UrlValues,
  writeUrlState,
} from '../../lib/url-state.ts';
import { type Period, periodNames, startOf } from './periods.ts';

/** The filters of the audit in the URL. Custom times have precedence over a period. */
export interface AuditFilters extends AuditFilter {
  period?: Period;
}

const UTC_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/;

function parseUtcTime(text: string): string | null {
  const time = new Date(text);
  return UTC_TIME.test(text) && !Number.isNaN(time.getTime()) ? time.toISOString() : null;
}

export const auditState = {
  parsers: {
    actorId: parseId,
    type: parseOneOf(eventTypes),
    subjectType: parseOneOf(subjectTypes),
    subjectId: parseId,
    period: parseOneOf(periodNames),
    from: parseUtcTime,
    to: parseUtcTime,
  },
  urlKeys: { actorId: 'actor', subjectType: 'subject', subjectId: 'id', period: 'time' },
};

export function toAuditFilters({ period, ...filters }: UrlValues<typeof auditState>): AuditFilters {
  return period && !filters.from && !filters.to ? { ...filters, period } : filters;
}

export const parseAuditFilters = (params: URLSearchParams | SearchParams): AuditFilters =>
  toAuditFilters(readUrlState(auditState, params));

/** Adds the filters to a path. */
export const serializeAuditFilters = (path: string, filters: AuditFilters): string =>
  writeUrlState(auditState, path, filters);

export const hasFilters = (filters: AuditFilters): boolean => Object.keys(filters).length > 0;

/** The input of the API, which has no periods. */
export function toApiFilter({ period, ...filter }: AuditFilters, now: Date): AuditFilter {
  return period ? { ...filter, from: startOf(period, now) } : filter;
}
