import type { Agent } from '@crewboard/contracts';
import { useState } from 'react';
import { SecretDialog } from '#components/dialogs/secret-dialog.tsx';
import { isolate } from '#lib/text/isolate.ts';
import { serviceNow } from '#lib/time/service-clock.ts';
import { ConnectionSteps } from '../connection/connection-steps.tsx';
import { useAgents } from '../data/use-agents.ts';

interface TokenDialogProps {
  agent: Pick<Agent, 'id' | 'name'>;
  token: string;
  onClose: () => void;
}

/** Shows a new token, which is never shown again, and how to make the first call with it. */
export function TokenDialog({ agent, token, onClose }: TokenDialogProps) {
  const { id, name } = agent;
  const { lastActiveAt = null, previousTokenUntil } =
    useAgents().data?.find((other) => other.id === id) ?? {};
  // Earlier calls were made with the previous token.
  const [countsFromMs] = useState(() => (lastActiveAt === null ? 0 : serviceNow()));

  return (
    <SecretDialog
      kind="token"
      onClose={onClose}
      secret={token}
      step={1}
      title={`The token of ${isolate(name)}`}
    >
      {(onCopied) => (
        <ConnectionSteps
          agent={{ id, lastActiveAt }}
          onCopied={onCopied}
          previousTokenUntil={previousTokenUntil}
          countsFromMs={countsFromMs}
          token={token}
        />
      )}
    </SecretDialog>
  );
}
