'use client';

import type { EventSubject, EventType } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { FilterSelect } from '#components/lists/filter-select.tsx';
import { isAbout, typesBySubject } from '#domain/events/event-types.ts';
import { serviceNow } from '#lib/time/service-clock.ts';
import { type AuditFilters, hasAuditFilters } from './audit-filters.ts';
import { actorData, OWN_BOUNDS, subjectData, timeData } from './filter-data.ts';
import { type Period, startOf } from './periods.ts';
import { useActors } from './use-actors.ts';
import type { SetAuditFilters } from './use-audit-filters.ts';

interface AuditFilterBarProps {
  filters: AuditFilters;
  setFilters: SetAuditFilters;
}

export function AuditFilterBar({ filters, setFilters }: AuditFilterBarProps) {
  const { actorId, type, subjectType, period, from, to } = filters;
  const actors = useActors();

  function setSubjectType(subject: EventSubject | null) {
    const keepsType = !subject || !type || isAbout(type, subject);
    setFilters({ subjectType: subject, type: keepsType ? type : null });
  }

  function setTime(value: string | null) {
    if (value !== OWN_BOUNDS) setFilters({ period: value as Period | null, from: null, to: null });
    else setFilters({ period: null, from: from ?? startOf(period ?? '24h', new Date(serviceNow())) });
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
        value={from || to ? OWN_BOUNDS : period}
      />
      {hasAuditFilters(filters) && (
        <Button color="gray" onClick={() => setFilters(null)} variant="subtle">
          Clear
        </Button>
      )}
    </>
  );
}
