'use client';

import { Button, type ComboboxData, getOptionsLockup, getParsedComboboxData } from '@mantine/core';
import { FilterSelect } from '#components/lists/filter-select.tsx';
import { useAccountId } from '#domain/account/account-id.tsx';
import {
  assigneeFilter,
  type BoardFilters,
  hasFilters,
  parseSearch,
  unassigned,
} from '#domain/board/board-filters.ts';
import { SearchField } from '#domain/board/search/search-field.tsx';
import { priorityOptions } from '#domain/board/statuses.ts';
import { useBoardLocation } from '#domain/board/use-board-location.ts';
import { assigneeOptions, toGroups } from '#domain/team/assignee-options.ts';
import type { BoardData } from './use-board-data.ts';

/** The search and the filters of the board, all of which are in the URL. */
export function BoardFilterBar({ data }: { data: BoardData }) {
  const { filters, setFilters } = useBoardLocation();
  const projects = data.projects.map(({ id, name }) => ({ value: id, label: name }));
  const assignees = toGroups(assigneeOptions(data, useAccountId()));

  return (
    <>
      <SearchField
        onChange={(text) =>
          // A letter replaces the entry of the history: one step back leaves the search, instead of removing a letter.
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
        all="All assignees"
        label="Assignee"
        onChange={(id) => setFilters(assigneeFilter(id, data.peopleById))}
        options={[{ value: unassigned, label: 'Nobody' }, ...assignees]}
        value={filters.memberId ?? filters.agentId}
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

interface BoardFilterSelectProps {
  label: string;
  /** The placeholder while nothing is selected. */
  all: string;
  options: ComboboxData;
  value?: string;
  onChange: (value: string | null) => void;
}

/** One filter of the board. An id in the URL that does not exist is shown as unknown. */
function BoardFilterSelect({ label, all, options, value, onChange }: BoardFilterSelectProps) {
  const known = getOptionsLockup(getParsedComboboxData(options));
  const isKnown = !value || value in known;
  return (
    <FilterSelect
      all={all}
      data={isKnown ? options : [...options, { value, label: 'Unknown' }]}
      label={label}
      onChange={onChange}
      value={value}
    />
  );
}
