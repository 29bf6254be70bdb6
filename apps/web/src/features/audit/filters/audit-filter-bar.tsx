import type { EventSubject, EventType } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { FilterSelect } from '#components/lists/filter-select.tsx';
import { isAbout, subjectNames, subjectTypes, typesBySubject } from '#domain/events/event-types.ts';
import { serviceNow } from '#lib/time/service-clock.ts';
import { type AuditFilters, hasAuditFilters } from './audit-filters.ts';
import { type Period, periodStart, periods } from './periods.ts';
import { type Actors, actorNameIn, useActors } from './use-actors.ts';
import type { SetAuditFilters } from './use-audit-filters.ts';

/** The option of the time select that shows fields for custom times, in `AuditScope`. */
const CUSTOM_TIMES = 'custom';

const subjectData = subjectTypes.map((value) => ({ value, label: subjectNames[value].many }));

const timeData = [
  ...Object.entries(periods).map(([value, { name }]) => ({ value, label: name })),
  { value: CUSTOM_TIMES, label: 'Custom' },
];

/** The actors as the data of a select. An id in the URL that belongs to none of them is shown as unknown. */
function actorData(actors: Actors, chosen: string | undefined) {
  const asItems = (named: Actors['agents']) => named.map(({ id, name }) => ({ value: id, label: name }));
  const isUnknown = chosen && actorNameIn(actors, chosen) === undefined;
  return [
    { group: 'People', items: asItems(actors.people) },
    { group: 'Agents', items: asItems(actors.agents) },
    { group: 'API keys', items: asItems(actors.keys) },
    { group: 'Others', items: isUnknown ? [{ value: chosen, label: 'Unknown' }] : [] },
  ].filter(({ items }) => items.length > 0);
}

interface AuditFilterBarProps {
  filters: AuditFilters;
  setFilters: SetAuditFilters;
}

/** The filters in the header of the audit. */
export function AuditFilterBar({ filters, setFilters }: AuditFilterBarProps) {
  const { actorId, type, subjectType, period, from, to } = filters;
  const actors = useActors();

  function setSubjectType(subject: EventSubject | null) {
    const keepsType = !subject || !type || isAbout(type, subject);
    setFilters({ subjectType: subject, type: keepsType ? type : null });
  }

  function setTime(value: string | null) {
    if (value !== CUSTOM_TIMES) setFilters({ period: value as Period | null, from: null, to: null });
    // Custom times begin where the period did; without one, a day ago.
    else setFilters({ period: null, from: from ?? periodStart(period ?? '24h', new Date(serviceNow())) });
  }

  return (
    <>
      <FilterSelect
        all="Anybody"
        data={actorData(actors, actorId)}
        label="Actor"
        onChange={(next) => setFilters({ actorId: next })}
        searchable
        value={actorId}
      />
      <FilterSelect
        all="All subjects"
        data={subjectData}
        label="Subject type"
        onChange={(next) => setSubjectType(next as EventSubject | null)}
        value={subjectType}
      />
      <FilterSelect
        all="All types"
        data={typesBySubject(subjectType)}
        label="Event type"
        onChange={(next) => setFilters({ type: next as EventType | null })}
        searchable
        value={type}
      />
      <FilterSelect
        all="Any time"
        data={timeData}
        label="Time"
        onChange={setTime}
        value={from || to ? CUSTOM_TIMES : period}
      />
      {hasAuditFilters(filters) && (
        <Button color="gray" onClick={() => setFilters(null)} variant="subtle">
          Clear
        </Button>
      )}
    </>
  );
}
