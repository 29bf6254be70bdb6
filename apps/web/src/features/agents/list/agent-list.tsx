'use client';

import { type AgentOverview, canManage, canPause } from '@crewboard/contracts';
import { Button, SegmentedControl } from '@mantine/core';
import { IconPlus, IconRobot } from '@tabler/icons-react';
import { useQueryState } from 'nuqs';
import { EmptyState } from '#components/notices/empty-state.tsx';
import { QueryError } from '#components/notices/error-state.tsx';
import { PageHeader } from '#components/page/page-header.tsx';
import { ExpiryNotice } from '#domain/expiry/expiry-notice.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { useLinkedDialog } from '#lib/dialogs/use-linked-dialog.ts';
import { lazyPart, usePreload } from '#lib/lazy/lazy-part.tsx';
import { agentFilters, countAgents, filterAgents, filterLabels, parseAsAgentFilter } from '../agent-state.ts';
import { useAgents } from '../data/use-agents.ts';
import type { AgentDialog } from '../dialogs/agent-dialogs.tsx';
import { AgentDialogs } from '../dialogs/lazy-agent-dialogs.ts';
import { AgentTable } from './agent-table.tsx';

const TeamPause = lazyPart(async () => (await import('#domain/pauses/team-pause.tsx')).TeamPause);

const tokensOf = (agents: AgentOverview[]) =>
  agents.map(({ id, name, tokenExpiresAt }) => ({ id, name, expiresAt: tokenExpiresAt }));

/** The page with all agents of the team. */
export function AgentList() {
  const team = useTeam();
  const agents = useAgents();
  const [filter, setFilter] = useQueryState('status', parseAsAgentFilter);
  const manages = canManage(team.role);
  const { dialog, open, close } = useLinkedDialog<AgentDialog>('agent', manages ? { kind: 'create' } : null);
  usePreload(AgentDialogs);

  const all = agents.data ?? [];
  const shown = filterAgents(all, filter);
  const counts = countAgents(all);
  const createButton = manages && (
    <Button leftSection={<IconPlus aria-hidden size={15} />} onClick={() => open({ kind: 'create' })}>
      New agent
    </Button>
  );

  return (
    <>
      <PageHeader action={createButton} title="Agents">
        {all.length > 0 && (
          <SegmentedControl
            aria-label="Which agents are shown"
            data={agentFilters.map((value) => ({ value, label: `${filterLabels[value]} ${counts[value]}` }))}
            onChange={(next) => void setFilter(next)}
            size="xs"
            style={{ maxWidth: '100%', overflowX: 'auto' }}
            value={filter}
          />
        )}
      </PageHeader>
      <TeamPause />
      {manages && (
        <ExpiryNotice credentials={tokensOf(all)} many="tokens" one="The token of">
          Rotate a token before it expires, with an overlap: the previous one stays valid while you replace
          it.
        </ExpiryNotice>
      )}
      {shown.length > 0 && (
        <AgentTable agents={shown} onOpenDialog={canPause(team.role) ? open : undefined} />
      )}
      {agents.isSuccess && all.length === 0 && (
        <EmptyState action={createButton} icon={<IconRobot aria-hidden />} title="No agents yet">
          Agents claim tasks over the API and complete them with a result.{' '}
          {manages ? 'Create the first one to get its token.' : 'An admin of the team creates them.'}
        </EmptyState>
      )}
      {all.length > 0 && shown.length === 0 && (
        <EmptyState title={`No agent is ${filterLabels[filter].toLowerCase()}`} />
      )}
      <QueryError query={agents} />
      {dialog && <AgentDialogs dialog={dialog} onClose={close} onOpenDialog={open} />}
    </>
  );
}
