'use client';

import type { DeliveryStatus, EventType } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { FilterSelect } from '../../components/filter-select.tsx';
import { type DeliveryFilter, isNarrowed } from './delivery-choice.ts';
import { statusData, typeData } from './filter-data.ts';

interface DeliveryFiltersProps {
  filter: DeliveryFilter;
  onChoose: (filter: DeliveryFilter) => void;
}

export function DeliveryFilters({ filter, onChoose }: DeliveryFiltersProps) {
  return (
    <>
      <FilterSelect
        all="Any status"
        data={statusData}
        label="Status"
        onChange={(next) => onChoose({ ...filter, status: next as DeliveryStatus | undefined })}
        value={filter.status}
      />
      <FilterSelect
        all="All types"
        data={typeData}
        label="Event type"
        onChange={(next) => onChoose({ ...filter, type: next as EventType | undefined })}
        searchable
        value={filter.type}
      />
      {isNarrowed(filter) && (
        <Button color="gray" onClick={() => onChoose({})} variant="subtle">
          Clear
        </Button>
      )}
    </>
  );
}
