'use client';

import type { EventSubject, EventType } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { FilterSelect } from '../../components/filter-select.tsx';
import { isAbout } from '../../domain/events/event-types.ts';
import { type AuditChoice, isNarrowed } from './audit-choice.ts';
import { actorData, OWN_BOUNDS, subjectData, timeData, typeData } from './filter-data.ts';
import { type Period, startOf } from './periods.ts';
import { useActors } from './use-actors.ts';

interface AuditFiltersProps {
  choice: AuditChoice;
  onChoose: (choice: AuditChoice) => void;
}

export function AuditFilters({ choice, onChoose }: AuditFiltersProps) {
  const { actorId, type, subjectType, period, from, to } = choice;
  const actors = useActors();

  function chooseSubjectType(subject: EventSubject | undefined) {
    const keepsType = !subject || !type || isAbout(type, subject);
    onChoose({ ...choice, subjectType: subject, type: keepsType ? type : undefined });
  }

  function chooseTime(value: string | undefined) {
    const now = new Date();
    if (value !== OWN_BOUNDS)
      onChoose({ ...choice, period: value as Period, from: undefined, to: undefined });
    else onChoose({ ...choice, period: undefined, from: from ?? startOf(period ?? '24h', now), to });
  }

  return (
    <>
      <FilterSelect
        all="Anybody"
        data={actorData(actors, actorId)}
        label="Actor"
        onChange={(next) => onChoose({ ...choice, actorId: next })}
        searchable
        value={actorId}
      />
      <FilterSelect
        all="All subjects"
        data={subjectData}
        label="Subject type"
        onChange={(next) => chooseSubjectType(next as EventSubject | undefined)}
        value={subjectType}
      />
      <FilterSelect
        all="All types"
        data={typeData(subjectType)}
        label="Event type"
        onChange={(next) => onChoose({ ...choice, type: next as EventType | undefined })}
        searchable
        value={type}
      />
      <FilterSelect
        all="Any time"
        data={timeData}
        label="Time"
        onChange={chooseTime}
        value={from || to ? OWN_BOUNDS : period}
      />
      {isNarrowed(choice) && (
        <Button color="gray" onClick={() => onChoose({})} variant="subtle">
          Clear
        </Button>
      )}
    </>
  );
}
