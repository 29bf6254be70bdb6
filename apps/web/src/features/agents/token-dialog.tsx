'use client';

import type { Agent } from '@crewboard/contracts';
import { Stack, Text } from '@mantine/core';
import { CommandBlock } from '../../components/command-block.tsx';
import { SecretDialog } from '../../components/secret-dialog.tsx';
import { useTeam } from '../../domain/team/team.tsx';
import { tokenCommands } from './token-commands.ts';

interface TokenDialogProps {
  agent: Pick<Agent, 'id' | 'name'>;
  token: string;
  apiUrl: string;
  onClose: () => void;
}

export function TokenDialog({ agent, token, apiUrl, onClose }: TokenDialogProps) {
  const team = useTeam();
  const commands = tokenCommands({ apiUrl, teamId: team.id, agentId: agent.id, token });

  return (
    <SecretDialog kind="token" onClose={onClose} secret={token} title={`The token of ${agent.name}`}>
      {(onCopied) =>
        commands.map(({ title, subject, text, secret }) => (
          <Stack gap={6} key={title}>
            <Text c="dimmed" size="xs">
              {title}
            </Text>
            <CommandBlock onCopied={secret ? onCopied : undefined} subject={subject} text={text} />
          </Stack>
        ))
      }
    </SecretDialog>
  );
}
