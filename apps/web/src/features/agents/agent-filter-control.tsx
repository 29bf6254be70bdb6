'use client';

import { SegmentedControl } from '@mantine/core';
import { type AgentFilter, agentFilters } from './agent-filter.ts';

const LABELS: Record<AgentFilter, string> = { all: 'All', active: 'Active', inactive: 'Inactive' };

interface AgentFilterControlProps {
  value: AgentFilter;
  counts: Record<AgentFilter, number>;
  onChange: (filter: AgentFilter) => void;
}

export function AgentFilterControl({ value, counts, onChange }: AgentFilterControlProps) {
  return (
    <SegmentedControl
      aria-label="Which agents are shown"
      data={agentFilters.map((filter) => ({ value: filter, label: `${LABELS[filter]} ${counts[filter]}` }))}
      onChange={onChange}
      size="xs"
      value={value}
    />
  );
}
