'use client';

import { Button } from '@mantine/core';
import { type BoardFilters, hasFilters, parseSearch, unassigned } from '#domain/board/board-filters.ts';
import { priorityOptions } from '#domain/board/statuses.ts';
import { useBoardLocation } from '#domain/board/use-board-location.ts';
import { BoardFilterSelect } from './board-filter-select.tsx';
import { SearchField } from './search-field.tsx';
import type { BoardData } from './use-board-data.ts';

export function BoardFilterBar({ data }: { data: BoardData }) {
  const { filters, setFilters } = useBoardLocation();
  const projects = data.projects.map(({ id, name }) => ({ value: id, label: name }));
  const agents = data.agents.map(({ id, name }) => ({ value: id, label: name }));

  return (
    <>
      <SearchField
        onChange={(text) =>
          // Replaced while typing: one step back is then one search back, not one letter.
          setFilters({ search: parseSearch(text) ?? null }, { history: 'replace' })
        }
        value={filters.search ?? ''}
      />
      <BoardFilterSelect
        all="All projects"
        label="Project"
        onChange={(projectId) => setFilters({ projectId })}
        options={projects}
        value={filters.projectId}
      />
      <BoardFilterSelect
        all="All agents"
        label="Agent"
        onChange={(agentId) => setFilters({ agentId })}
        options={[{ value: unassigned, label: 'Nobody' }, ...agents]}
        value={filters.agentId}
      />
      <BoardFilterSelect
        all="Any priority"
        label="Priority"
        onChange={(priority) => setFilters({ priority: priority as BoardFilters['priority'] | null })}
        options={priorityOptions}
        value={filters.priority}
      />
      {hasFilters(filters) && (
        <Button color="gray" onClick={() => setFilters(null)} variant="subtle">
          Clear
        </Button>
      )}
    </>
  );
}
