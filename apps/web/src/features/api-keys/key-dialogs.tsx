'use client';

import type { ApiKeyWithSecret } from '@crewboard/contracts';
import { TitledCommands } from '#components/code/command-block.tsx';
import { SecretDialog } from '#components/dialogs/secret-dialog.tsx';
import { useApiUrl, useTeam } from '#domain/team/team.tsx';
import { isolate } from '#lib/text/isolate.ts';
import { keyCommands } from './key-commands.ts';

interface KeyDialogProps {
  created: ApiKeyWithSecret;
  onClose: () => void;
}

export function KeyDialog({ created, onClose }: KeyDialogProps) {
  const team = useTeam();
  const apiUrl = useApiUrl();
  return (
    <SecretDialog
      kind="key"
      onClose={onClose}
      secret={created.apiKey}
      title={`The key ${isolate(created.name)}`}
    >
      {(onCopied) => (
        <TitledCommands
          commands={keyCommands({ apiUrl, teamId: team.id, key: created.apiKey })}
          onCopied={onCopied}
        />
      )}
    </SecretDialog>
  );
}
