import type { AgentOverview } from '@crewboard/contracts';
import { Cell, type Column, DataTable, NarrowMeta } from '#components/lists/data-table.tsx';
import { RowTitle } from '#components/lists/row-title.tsx';
import row from '#components/lists/whole-row.module.css';
import { AgentAvatar } from '#components/task/avatars.tsx';
import { TaskCount } from '#components/task/task-count.tsx';
import { ExpiryLabel } from '#domain/expiry/expiry-label.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { formatNumber } from '#lib/format/format-number.ts';
import { AgentStateLabel, LastActive, TokenLabel } from '../agent-labels.tsx';
import { AgentMenu } from '../agent-menu.tsx';
import type { OpenAgentDialog } from '../dialogs/agent-dialogs.tsx';
import styles from './agent-table.module.css';

const COLUMNS: Column[] = [
  { name: 'Name' },
  { name: 'Status', wideOnly: true },
  { name: 'In progress', wideOnly: true, numeric: true },
  { name: 'Completed', wideOnly: true, numeric: true },
  { name: 'Last active', wideOnly: true },
  { name: 'Token', wideOnly: true },
];

interface AgentTableProps {
  agents: AgentOverview[];
  /** Absent for people who may not pause agents: the rows have no menu, because it would have no action for them. */
  onOpenDialog?: OpenAgentDialog;
}

export function AgentTable({ agents, onOpenDialog }: AgentTableProps) {
  return (
    <DataTable
      columns={onOpenDialog ? [...COLUMNS, { name: 'Actions', isNameHidden: true }] : COLUMNS}
      label="Agents"
    >
      {agents.map((agent) => (
        <AgentRow agent={agent} key={agent.id} onOpenDialog={onOpenDialog} />
      ))}
    </DataTable>
  );
}

function AgentRow({ agent, onOpenDialog }: { agent: AgentOverview } & Pick<AgentTableProps, 'onOpenDialog'>) {
  const team = useTeam();
  const inProgress = <TaskCount tasks={agent.tasksInProgress} />;
  const expiry = agent.tokenExpiresAt && <ExpiryLabel time={agent.tokenExpiresAt} />;
  // `taskCount` of an agent: the tasks that it has completed.
  const completed = formatNumber(agent.taskCount);

  return (
    <tr data-muted={agent.status === 'inactive' || undefined}>
      <Cell>
        <div className={styles.agent}>
          <AgentAvatar lastActiveAt={agent.lastActiveAt} name={agent.name} size={24} />
          <div className={styles.text}>
            <RowTitle description={agent.description} href={`/t/${team.id}/agents/${agent.id}`}>
              {agent.name}
            </RowTitle>
            <NarrowMeta>
              <AgentStateLabel agent={agent} />
              <span>{inProgress} in progress</span>
              <span>{completed} completed</span>
              {agent.lastActiveAt && (
                <span>
                  Last active <LastActive at={agent.lastActiveAt} />
                </span>
              )}
              <TokenLabel agent={agent} />
              {expiry}
            </NarrowMeta>
          </div>
        </div>
      </Cell>
      <Cell wideOnly>
        <AgentStateLabel agent={agent} />
      </Cell>
      <Cell numeric wideOnly>
        {inProgress}
      </Cell>
      <Cell numeric wideOnly>
        {completed}
      </Cell>
      <Cell wideOnly>
        <span className={row.aboveClickTarget}>
          <LastActive at={agent.lastActiveAt} />
        </span>
      </Cell>
      <Cell wideOnly>
        <TokenLabel agent={agent} />
        {expiry && <div className={row.aboveClickTarget}>{expiry}</div>}
      </Cell>
      {onOpenDialog && (
        <Cell>
          <span className={row.aboveClickTarget}>
            <AgentMenu agent={agent} onOpenDialog={onOpenDialog} />
          </span>
        </Cell>
      )}
    </tr>
  );
}
