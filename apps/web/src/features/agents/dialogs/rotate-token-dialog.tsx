import type { AgentOverview, AgentWithToken } from '@crewboard/contracts';
import { Code, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '#components/dialogs/confirm-dialog.tsx';
import { expiryState } from '#domain/expiry/expiry.ts';
import { isolate } from '#lib/text/isolate.ts';
import { serviceNow } from '#lib/time/service-clock.ts';
import { useRotateToken } from '../data/agent-mutations.ts';
import { TokenExpirySelect } from './token-expiry-select.tsx';
import { defaultTerm, expiryOfTerm } from './token-terms.ts';

/** How long the previous token stays valid: the values are seconds. */
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

/** Replaces the token of an agent, or creates its first token. */
export function RotateTokenDialog({ agent, onClose, onToken }: RotateTokenDialogProps) {
  const rotateToken = useRotateToken();
  const { name, tokenPrefix, tokenExpiresAt, tokenLifetimeSeconds } = agent;
  // What the dialog says of the previous token must not change while it is read.
  const [openedAt] = useState(serviceNow);
  const expiry = tokenExpiresAt && expiryState(tokenExpiresAt, openedAt);
  const isExpired = expiry === 'expired';
  // A token that expires soon is in use: by default, its agent goes on working while the token is replaced.
  const [grace, setGrace] = useState(expiry === 'soon' ? '86400' : '0');
  const [chosenTerm, setTerm] = useState<string | null>(null);
  // The agent may be read again while the dialog is open: its lifetime counts until the person chooses.
  const term = chosenTerm ?? defaultTerm(tokenLifetimeSeconds);
  const endsAtOnce = !isExpired && grace === '0';
  const hasOverlap = !isExpired && !endsAtOnce;
  const previous = <Code>{tokenPrefix}…</Code>;

  const rotate = () =>
    rotateToken.mutate(
      {
        agentId: agent.id,
        graceSeconds: Number(grace),
        expiresAt: expiryOfTerm(term),
      },
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
          {tokenPrefix && !isExpired && (
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
      {tokenPrefix && (
        <>
          {endsAtOnce && <>The API rejects the previous token {previous} at once</>}
          {isExpired && <>The previous token {previous} has expired</>}
          {hasOverlap && <>The previous token {previous} stays valid for a while</>}
          {hasOverlap && expiry === 'soon' && ', at most until it expires'}: give the new token to the program
          that uses it{hasOverlap && ' before then'}. The tasks of {name} stay as they are.
        </>
      )}
    </ConfirmDialog>
  );
}
