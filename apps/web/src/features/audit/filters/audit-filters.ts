import type { AuditFilter } from '@crewboard/contracts';
import {
  createLoader,
  createParser,
  createSerializer,
  type inferParserType,
  parseAsStringLiteral,
  type SearchParams,
} from 'nuqs/server';
import { eventTypes, subjectTypes } from '#domain/events/event-types.ts';
import { parseAsId, sortParams, withoutNulls } from '#lib/url/url-state.ts';
import { type Period, periodNames, periodStart } from './periods.ts';

/** The filters of the audit, which are in the URL. Either `period`, or `from` and `to`. Absent filters have no key. */
export interface AuditFilters extends AuditFilter {
  period?: Period;
}

const UTC_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/;

const parseAsUtcTime = createParser({
  parse(value) {
    const time = new Date(value);
    return UTC_TIME.test(value) && !Number.isNaN(time.getTime()) ? time.toISOString() : null;
  },
  serialize: String,
});

export const auditParsers = {
  actorId: parseAsId,
  type: parseAsStringLiteral(eventTypes),
  subjectType: parseAsStringLiteral(subjectTypes),
  subjectId: parseAsId,
  period: parseAsStringLiteral(periodNames),
  from: parseAsUtcTime,
  to: parseAsUtcTime,
};
/** The names of filters in the URL, where they differ. */
export const auditUrlKeys = { actorId: 'actor', subjectType: 'subject', subjectId: 'id', period: 'time' };

/** The filters from the values of nuqs. Custom times override a period. */
export function toAuditFilters(values: inferParserType<typeof auditParsers>): AuditFilters {
  const { period, ...filters } = withoutNulls(values);
  return period && !filters.from && !filters.to ? { ...filters, period } : filters;
}

const loadFilters = createLoader(auditParsers, { urlKeys: auditUrlKeys });

/** Reads the filters from a URL. Ignores invalid ones: anybody can edit a URL. */
export const parseAuditFilters = (params: URLSearchParams | SearchParams): AuditFilters =>
  toAuditFilters(loadFilters(params));

/** Adds the filters to a path, or returns them as "?actor=…&type=…". */
export const serializeAuditFilters = createSerializer(auditParsers, {
  urlKeys: auditUrlKeys,
  processUrlSearchParams: sortParams,
});

export const hasAuditFilters = (filters: AuditFilters): boolean => Object.keys(filters).length > 0;

/** The filters as the input of the API: a period becomes the time at which it begins. */
export function toApiFilter({ period, ...filter }: AuditFilters, now: Date): AuditFilter {
  return period ? { ...filter, from: periodStart(period, now) } : filter;
}
