'use client';

import type { AgentOverview } from '@crewboard/contracts';
import { type Column, DataTable } from '#components/lists/data-table.tsx';
import type { OpenAgentDialog } from './agent-dialogs.tsx';
import { AgentRow } from './agent-row.tsx';

const COLUMNS: Column[] = [
  { name: 'Name' },
  { name: 'Status', wide: true },
  { name: 'In progress', wide: true, numeric: true },
  { name: 'Completed', wide: true, numeric: true },
  { name: 'Last active', wide: true },
  { name: 'Token', wide: true },
];

interface AgentTableProps {
  agents: AgentOverview[];
  onOpen?: OpenAgentDialog;
}

export function AgentTable({ agents, onOpen }: AgentTableProps) {
  return (
    <DataTable columns={onOpen ? [...COLUMNS, { name: 'Actions', silent: true }] : COLUMNS} label="Agents">
      {agents.map((agent) => (
        <AgentRow agent={agent} key={agent.id} onOpen={onOpen} />
      ))}
    </DataTable>
  );
}
