import type { Agent, AgentOverview, AgentWithToken } from '@crewboard/contracts';
import { useState } from 'react';
import { ConfirmDialog } from '#components/dialogs/confirm-dialog.tsx';
import { NameDialog } from '#components/dialogs/name-dialog.tsx';
import { PauseDialog } from '#domain/pauses/pause-dialog.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { isolate } from '#lib/text/isolate.ts';
import { useCreateAgent, useReleaseTasks, useUpdateAgent } from '../data/agent-mutations.ts';
import { useAgents } from '../data/use-agents.ts';
import { taskCountLabel } from '../task-count-label.ts';
import { DeactivateAgentDialog } from './deactivate-agent-dialog.tsx';
import { ReactivateAgentDialog } from './reactivate-agent-dialog.tsx';
import { RotateTokenDialog } from './rotate-token-dialog.tsx';
import { TokenDialog } from './token-dialog.tsx';
import { TokenExpirySelect } from './token-expiry-select.tsx';
import { expiryOfTerm } from './token-terms.ts';

export type AgentAction = 'edit' | 'rotate' | 'release' | 'pause' | 'deactivate' | 'reactivate';

/** Which dialog is open. Only this state holds a new token: it is lost when the dialog closes. */
export type AgentDialog =
  | { kind: 'create' }
  | { kind: AgentAction; agent: AgentOverview }
  | { kind: 'token'; agent: Pick<Agent, 'id' | 'name'>; token: string };

export type OpenAgentDialog = (dialog: AgentDialog) => void;

interface AgentDialogsProps {
  dialog: AgentDialog;
  onOpenDialog: OpenAgentDialog;
  onClose: () => void;
}

/** Shows the dialog that is open, of all dialogs for agents. */
export function AgentDialogs({ dialog, onOpenDialog, onClose }: AgentDialogsProps) {
  const agents = useAgents().data;
  /** The newest version of the agent: it may have claimed tasks or got a token since the dialog was opened. */
  const current = (agent: AgentOverview) => agents?.find(({ id }) => id === agent.id) ?? agent;
  const showToken = ({ id, name, token }: AgentWithToken) =>
    onOpenDialog({ kind: 'token', agent: { id, name }, token });

  switch (dialog.kind) {
    case 'create':
      return <CreateDialog onClose={onClose} onToken={showToken} />;
    case 'edit':
      return <EditDialog agent={current(dialog.agent)} onClose={onClose} />;
    case 'rotate':
      return <RotateTokenDialog agent={current(dialog.agent)} onClose={onClose} onToken={showToken} />;
    case 'release':
      return <ReleaseTasksDialog agent={current(dialog.agent)} onClose={onClose} />;
    case 'pause': {
      const { id, name } = dialog.agent;
      return <PauseDialog onClose={onClose} target={{ kind: 'agent', id, name }} />;
    }
    case 'deactivate':
      return <DeactivateAgentDialog agent={current(dialog.agent)} onClose={onClose} />;
    case 'reactivate':
      return <ReactivateAgentDialog agent={current(dialog.agent)} onClose={onClose} onToken={showToken} />;
    case 'token':
      return <TokenDialog agent={dialog.agent} onClose={onClose} token={dialog.token} />;
  }
}

const placeholders = {
  namePlaceholder: 'Ada',
  descriptionPlaceholder: 'What it does, where it runs, and whom to contact',
};

interface CreateDialogProps {
  onClose: () => void;
  onToken: (agent: AgentWithToken) => void;
}

function CreateDialog({ onClose, onToken }: CreateDialogProps) {
  const team = useTeam();
  const createAgent = useCreateAgent();
  const [term, setTerm] = useState('never');
  return (
    <NameDialog
      isBusy={createAgent.isPending}
      isDirty={term !== 'never'}
      onClose={onClose}
      onSubmit={(values) =>
        createAgent.mutate(
          { teamId: team.id, ...values, expiresAt: expiryOfTerm(term) },
          { onSuccess: onToken },
        )
      }
      submitLabel="Create agent"
      title="New agent"
      {...placeholders}
    >
      <TokenExpirySelect
        label="The token expires"
        lastLifetimeSeconds={null}
        onChange={setTerm}
        value={term}
      />
    </NameDialog>
  );
}

interface ActionDialogProps {
  agent: AgentOverview;
  onClose: () => void;
}

function EditDialog({ agent, onClose }: ActionDialogProps) {
  const updateAgent = useUpdateAgent();
  return (
    <NameDialog
      isBusy={updateAgent.isPending}
      initial={agent}
      onClose={onClose}
      onSubmit={(_values, changed) =>
        updateAgent.mutate({ agentId: agent.id, ...changed }, { onSuccess: onClose })
      }
      submitLabel="Save"
      title={`Edit ${isolate(agent.name)}`}
      {...placeholders}
    />
  );
}

function ReleaseTasksDialog({ agent, onClose }: ActionDialogProps) {
  const releaseTasks = useReleaseTasks();
  const held = taskCountLabel(agent.tasksInProgress);
  return (
    <ConfirmDialog
      confirmLabel={`Release ${held}`}
      isBusy={releaseTasks.isPending}
      onClose={onClose}
      onConfirm={() => releaseTasks.mutate({ agentId: agent.id }, { onSuccess: onClose })}
      title={`Release the tasks of ${isolate(agent.name)}?`}
    >
      {agent.name} holds {held} in progress. Releasing moves them to To do, unassigned, where any agent can
      claim them.
    </ConfirmDialog>
  );
}
