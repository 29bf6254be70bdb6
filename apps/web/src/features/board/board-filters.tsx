'use client';

import { Button } from '@mantine/core';
import { type BoardChoice, isNarrowed, NOBODY } from '../../domain/board/board-filter.ts';
import { useBoardLocation } from '../../domain/board/use-board-location.ts';
import { ChoiceSelect } from './choice-select.tsx';
import { SearchField } from './search-field.tsx';
import type { BoardData } from './use-board-data.ts';

const priorities = [
  { value: 'high', label: 'High' },
  { value: 'normal', label: 'Normal' },
  { value: 'low', label: 'Low' },
];

export function BoardFilters({ data }: { data: BoardData }) {
  const { choice, choose } = useBoardLocation();
  const projects = data.projects.map(({ id, name }) => ({ value: id, label: name }));
  const agents = data.agents.map(({ id, name }) => ({ value: id, label: name }));

  return (
    <>
      <SearchField
        onChange={(search) => choose({ ...choice, search }, { replace: true })}
        value={choice.search ?? ''}
      />
      <ChoiceSelect
        all="All projects"
        label="Project"
        onChange={(projectId) => choose({ ...choice, projectId })}
        options={projects}
        value={choice.projectId}
      />
      <ChoiceSelect
        all="All agents"
        label="Agent"
        onChange={(agentId) => choose({ ...choice, agentId })}
        options={[{ value: NOBODY, label: 'Nobody' }, ...agents]}
        value={choice.agentId}
      />
      <ChoiceSelect
        all="Any priority"
        label="Priority"
        onChange={(priority) => choose({ ...choice, priority: priority as BoardChoice['priority'] })}
        options={priorities}
        value={choice.priority}
      />
      {isNarrowed(choice) && (
        <Button color="gray" onClick={() => choose({})} variant="subtle">
          Clear
        </Button>
      )}
    </>
  );
}
