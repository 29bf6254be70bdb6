import type { ApiKey, ApiKeyWithSecret } from '@crewboard/contracts';
import { Code } from '@mantine/core';
import { TitledCommands } from '#components/code/command-block.tsx';
import { ConfirmDialog } from '#components/dialogs/confirm-dialog.tsx';
import { SecretDialog } from '#components/dialogs/secret-dialog.tsx';
import { useApiUrl, useTeam } from '#domain/team/team.tsx';
import { isolate } from '#lib/text/isolate.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { useRevokeApiKey } from './key-mutations.ts';

/** The open dialog. Only this state holds a new key, which is lost when the dialog closes. */
export type OpenKeyDialog =
  | { kind: 'create' }
  | { kind: 'revoke'; apiKey: ApiKey }
  | { kind: 'secret'; apiKey: ApiKeyWithSecret };

interface KeyDialogsProps {
  dialog: OpenKeyDialog;
  onOpen: (dialog: OpenKeyDialog) => void;
  onClose: () => void;
}

/** The open dialog of the page. One component for all dialogs, so that they load as one chunk. */
export function KeyDialogs({ dialog, onOpen, onClose }: KeyDialogsProps) {
  switch (dialog.kind) {
    case 'create':
      return <CreateKeyDialog onClose={onClose} onCreated={(apiKey) => onOpen({ kind: 'secret', apiKey })} />;
    case 'revoke':
      return <RevokeKeyDialog apiKey={dialog.apiKey} onClose={onClose} />;
    case 'secret':
      return <KeySecretDialog apiKey={dialog.apiKey} onClose={onClose} />;
  }
}

function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const team = useTeam();
  const revokeKey = useRevokeApiKey();
  return (
    <ConfirmDialog
      confirmLabel="Revoke key"
      isBusy={revokeKey.isPending}
      isDestructive
      onClose={onClose}
      onConfirm={() => revokeKey.mutate({ teamId: team.id, keyId: apiKey.id }, { onSuccess: onClose })}
      title={`Revoke ${isolate(apiKey.name)}?`}
    >
      <Code>{apiKey.prefix}…</Code> stops working at once and permanently: the API rejects it. To replace it,
      create another key first.
    </ConfirmDialog>
  );
}

/** Shows a new key once, with commands that use it. Only the first command contains the key. */
function KeySecretDialog({ apiKey, onClose }: { apiKey: ApiKeyWithSecret; onClose: () => void }) {
  const team = useTeam();
  const apiUrl = useApiUrl();
  const secret = apiKey.apiKey;
  const commands = [
    {
      title: 'Set the environment',
      subject: 'set the environment',
      text: `export CREWBOARD_URL=${apiUrl}\nexport CREWBOARD_TEAM=${team.id}\nexport CREWBOARD_KEY=${secret}`,
      hasSecret: true,
    },
    {
      title: 'List the team’s tasks',
      subject: 'list the team’s tasks',
      text: `curl "$CREWBOARD_URL/api/teams/$CREWBOARD_TEAM/tasks" \\\n  -H "Authorization: Bearer $CREWBOARD_KEY"`,
      hasSecret: false,
    },
  ];
  return (
    <SecretDialog kind="key" onClose={onClose} secret={secret} title={`The key ${isolate(apiKey.name)}`}>
      {(onCopied) => <TitledCommands commands={commands} onCopied={onCopied} />}
    </SecretDialog>
  );
}
