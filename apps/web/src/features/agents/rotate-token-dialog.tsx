'use client';

import type { AgentOverview, AgentWithToken } from '@crewboard/contracts';
import { Code, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '#components/dialogs/confirm-dialog.tsx';
import { expiresAt } from '#domain/expiry/expiry.ts';
import { isolate } from '#lib/text/isolate.ts';
import { useRotateToken } from './agent-mutations.ts';
import { TokenExpirySelect } from './token-expiry-select.tsx';
import { termOf } from './token-terms.ts';

/** How long the previous token stays valid, in seconds. */
const graceOptions = [
  { value: '0', label: 'Ends at once' },
  { value: '3600', label: 'Ends in an hour' },
  { value: '86400', label: 'Ends in 24 hours' },
];

interface RotateTokenDialogProps {
  agent: AgentOverview;
  onClose: () => void;
  onToken: (agent: AgentWithToken) => void;
}

/**
 * Replaces the token of an agent, or creates one where there is none: by default one that is valid as long as the
 * last.
 */
export function RotateTokenDialog({ agent, onClose, onToken }: RotateTokenDialogProps) {
  const rotateToken = useRotateToken();
  const [grace, setGrace] = useState('0');
  const { name, tokenPrefix, tokenLifetimeSeconds } = agent;
  const [chosenTerm, setTerm] = useState<string | null>(null);
  const term = chosenTerm ?? termOf(tokenLifetimeSeconds);
  const endsAtOnce = grace === '0';

  const rotate = () =>
    rotateToken.mutate(
      { agentId: agent.id, graceSeconds: Number(grace), expiresAt: expiresAt({ choice: term }, new Date()) },
      { onSuccess: onToken },
    );

  return (
    <ConfirmDialog
      confirmLabel={tokenPrefix ? 'Rotate token' : 'Create token'}
      isBusy={rotateToken.isPending}
      isDestructive={tokenPrefix !== null && endsAtOnce}
      onClose={onClose}
      onConfirm={rotate}
      options={
        <>
          {tokenPrefix && (
            <NativeSelect
              data={graceOptions}
              label="The previous token"
              mt="md"
              onChange={(event) => setGrace(event.currentTarget.value)}
              value={grace}
            />
          )}
          <TokenExpirySelect
            label="The new token expires"
            lastLifetimeSeconds={tokenLifetimeSeconds}
            onChange={setTerm}
            value={term}
          />
        </>
      }
      title={tokenPrefix ? `Rotate the token of ${isolate(name)}?` : `Create a token for ${isolate(name)}?`}
    >
      {!tokenPrefix && <>{name} has no token and cannot call the API. The new one is shown once.</>}
      {tokenPrefix && endsAtOnce && (
        <>
          The API rejects the previous token <Code>{tokenPrefix}…</Code> at once: give the new token to the
          program that uses it. The tasks of {name} stay as they are.
        </>
      )}
      {tokenPrefix && !endsAtOnce && (
        <>
          The previous token <Code>{tokenPrefix}…</Code> stays valid for a while: give the new token to the
          program that uses it before then. The tasks of {name} stay as they are.
        </>
      )}
    </ConfirmDialog>
  );
}
