'use client';

import type { ApiKeyWithSecret } from '@crewboard/contracts';
import { Stack, Text } from '@mantine/core';
import { CommandBlock } from '#components/code/command-block.tsx';
import { SecretDialog } from '#components/dialogs/secret-dialog.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { isolate } from '#lib/text/isolate.ts';
import { keyCommands } from './key-commands.ts';

interface KeyDialogProps {
  created: ApiKeyWithSecret;
  apiUrl: string;
  onClose: () => void;
}

export function KeyDialog({ created, apiUrl, onClose }: KeyDialogProps) {
  const team = useTeam();
  return (
    <SecretDialog
      kind="key"
      onClose={onClose}
      secret={created.apiKey}
      title={`The key ${isolate(created.name)}`}
    >
      {(onCopied) =>
        keyCommands({ apiUrl, teamId: team.id, key: created.apiKey }).map(
          ({ title, subject, text, secret }) => (
            <Stack gap={6} key={title}>
              <Text c="dimmed" size="xs">
                {title}
              </Text>
              <CommandBlock onCopied={secret ? onCopied : undefined} subject={subject} text={text} />
            </Stack>
          ),
        )
      }
    </SecretDialog>
  );
}
