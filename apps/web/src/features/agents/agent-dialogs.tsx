'use client';

import type { AgentWithToken } from '@crewboard/contracts';
import type { AgentDialog, OpenAgentDialog } from './agent-dialog.ts';
import { CreateAgentDialog } from './create-agent-dialog.tsx';
import { DeactivateAgentDialog } from './deactivate-agent-dialog.tsx';
import { EditAgentDialog } from './edit-agent-dialog.tsx';
import { GiveBackDialog } from './give-back-dialog.tsx';
import { ReactivateAgentDialog } from './reactivate-agent-dialog.tsx';
import { RotateTokenDialog } from './rotate-token-dialog.tsx';
import { TokenDialog } from './token-dialog.tsx';

interface AgentDialogsProps {
  apiUrl: string;
  dialog: AgentDialog | null;
  onOpen: OpenAgentDialog;
  onClose: () => void;
}

/** The one dialog that is open, if any. */
export function AgentDialogs({ apiUrl, dialog, onOpen, onClose }: AgentDialogsProps) {
  const showToken = ({ id, name, token }: AgentWithToken) =>
    onOpen({ kind: 'token', agent: { id, name }, token });

  switch (dialog?.kind) {
    case undefined:
      return null;
    case 'create':
      return <CreateAgentDialog onClose={onClose} onToken={showToken} />;
    case 'edit':
      return <EditAgentDialog agent={dialog.agent} onClose={onClose} />;
    case 'rotate':
      return <RotateTokenDialog agent={dialog.agent} onClose={onClose} onToken={showToken} />;
    case 'giveBack':
      return <GiveBackDialog agent={dialog.agent} onClose={onClose} />;
    case 'deactivate':
      return <DeactivateAgentDialog agent={dialog.agent} onClose={onClose} />;
    case 'reactivate':
      return <ReactivateAgentDialog agent={dialog.agent} onClose={onClose} onToken={showToken} />;
    case 'token':
      return <TokenDialog agent={dialog.agent} apiUrl={apiUrl} onClose={onClose} token={dialog.token} />;
  }
}
