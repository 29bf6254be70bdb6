'use client';

import type { DeliveryStatus, EventType } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { FilterSelect } from '#components/lists/filter-select.tsx';
import { subjectNames, subjectTypes, typesAbout } from '#domain/events/event-types.ts';
import { deliveryStatuses, statusNames } from './delivery-labels.ts';
import { useDeliveryParams } from './use-delivery-params.ts';

const statusData = deliveryStatuses.map((value) => ({ value, label: statusNames[value] }));
const typeData = subjectTypes.map((subject) => ({
  group: subjectNames[subject].many,
  items: typesAbout(subject),
}));

export function DeliveryFilterBar() {
  const { filters, setParams } = useDeliveryParams();
  return (
    <>
      <FilterSelect
        all="Any status"
        data={statusData}
        label="Status"
        onChange={(status) => setParams({ status: status as DeliveryStatus | null })}
        value={filters.status}
      />
      <FilterSelect
        all="All types"
        data={typeData}
        label="Event type"
        onChange={(type) => setParams({ type: type as EventType | null })}
        searchable
        value={filters.type}
      />
      {(filters.status || filters.type) && (
        <Button color="gray" onClick={() => setParams({ status: null, type: null })} variant="subtle">
          Clear
        </Button>
      )}
    </>
  );
}
