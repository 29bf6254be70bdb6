'use client';

import type { Agent } from '@crewboard/contracts';
import { Stack, Tabs, Text } from '@mantine/core';
import { CommandBlock } from '../../components/command-block.tsx';
import { SecretDialog } from '../../components/secret-dialog.tsx';
import { useTeam } from '../../domain/team/team.tsx';
import { isolate } from '../../lib/isolate.ts';
import { connectionGuides } from './connection-guides.ts';

interface TokenDialogProps {
  agent: Pick<Agent, 'id' | 'name'>;
  token: string;
  apiUrl: string;
  onClose: () => void;
}

export function TokenDialog({ agent, token, apiUrl, onClose }: TokenDialogProps) {
  const team = useTeam();
  const guides = connectionGuides({ apiUrl, teamId: team.id, token });

  return (
    <SecretDialog kind="token" onClose={onClose} secret={token} title={`The token of ${isolate(agent.name)}`}>
      {(onCopied) => (
        <Tabs defaultValue="mcp" keepMounted={false}>
          <Tabs.List aria-label="Ways to connect">
            {guides.map(({ value, label }) => (
              <Tabs.Tab key={value} value={value}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {guides.map(({ value, steps }) => (
            <Tabs.Panel key={value} pt="md" value={value}>
              <Stack gap="md">
                {steps.map(({ title, subject, text }) => (
                  <Stack gap={6} key={title}>
                    <Text c="dimmed" size="xs">
                      {title}
                    </Text>
                    <CommandBlock
                      onCopied={text.includes(token) ? onCopied : undefined}
                      subject={subject}
                      text={text}
                    />
                  </Stack>
                ))}
              </Stack>
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
    </SecretDialog>
  );
}
