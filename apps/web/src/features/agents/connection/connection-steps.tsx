import type { AgentOverview } from '@crewboard/contracts';
import { Anchor, Skeleton, Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CommandBlock } from '#components/code/command-block.tsx';
import { PageLink } from '#components/page/page-link.tsx';
import { Step } from '#components/page/step.tsx';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { useApiUrl, useTeam } from '#domain/team/team.tsx';
import { useTRPC } from '#lib/trpc/client.ts';
import styles from './connection.module.css';
import { connectionGuides, type Guide, guideSummary, tokenPlaceholder } from './connection-guides.ts';
import { ConnectionState } from './connection-state.tsx';

interface ConnectionStepsProps {
  agent: Pick<AgentOverview, 'id' | 'lastActiveAt'>;
  /** Without it, the blocks have a placeholder. */
  token?: string;
  /** In milliseconds since 1970. Earlier calls were made with another token, and do not count as the first one. */
  countsFromMs?: number;
  /** When the previous token ends. Until then, a call may have been made with either token. */
  previousTokenUntil?: string | null;
  /** A block with the token was copied. */
  onCopied?: () => void;
}

/**
 * The steps after the first one, which is to get the token: how this agent makes its first call, and whether it has.
 */
export function ConnectionSteps({
  agent,
  token,
  countsFromMs,
  previousTokenUntil,
  onCopied,
}: ConnectionStepsProps) {
  const { id: teamId } = useTeam();
  const apiUrl = useApiUrl();
  const projects = useQuery(useTRPC().projects.summaries.queryOptions({ teamId }));
  if (projects.isPending) return <Skeleton h={240} radius="sm" />;
  const projectId = projects.data?.[0]?.id;
  if (!projectId) return <NoProject teamId={teamId} />;
  const guides = connectionGuides({ apiUrl, teamId, projectId, agentId: agent.id, token: token ?? null });

  return (
    <Tabs className={styles.steps} defaultValue={guides[0]?.value} keepMounted={false} variant="pills">
      <Step number={2} title="Choose the client">
        <Tabs.List aria-label="Clients" className={styles.clients}>
          {guides.map(({ value, label }) => (
            <Tabs.Tab className={styles.client} key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Step>
      <Step number={3} title="Paste">
        {guides.map((guide) => (
          <Tabs.Panel key={guide.value} value={guide.value}>
            <Blocks guide={guide} onCopied={onCopied} token={token} />
          </Tabs.Panel>
        ))}
      </Step>
      <Step
        number={4}
        title={<ConnectionState lastActiveAt={agent.lastActiveAt} countsFromMs={countsFromMs} />}
      >
        {previousTokenUntil && (
          <Text c="dimmed" mb="xs" size="sm">
            The previous token ends <RelativeTime time={previousTokenUntil} />: until then, a call with it is
            shown here as well.
          </Text>
        )}
        <Text c="dimmed" size="sm">
          Next: a worker, which claims task after task from the queue. Have a model write it from{' '}
          <Anchor href={`${apiUrl}/llms.txt`} inherit target="_blank" underline="always">
            llms.txt
          </Anchor>
          , or start with examples/worker.ts.
        </Text>
      </Step>
    </Tabs>
  );
}

interface BlocksProps {
  guide: Guide;
  token?: string;
  onCopied?: () => void;
}

function Blocks({ guide, token, onCopied }: BlocksProps) {
  const needsToken = !token && guide.blocks.some(({ text }) => text.includes(tokenPlaceholder));
  return (
    <Stack gap="sm">
      <Text c="dimmed" size="sm">
        {guideSummary}
        {needsToken && (
          <>
            {' '}
            Replace <code>{tokenPlaceholder}</code> with the token.
          </>
        )}
      </Text>
      {guide.blocks.map(({ title, subject, text }) => (
        <Stack gap={6} key={subject}>
          <Text c="dimmed" size="xs">
            {title}
          </Text>
          <CommandBlock
            onCopied={token && text.includes(token) ? onCopied : undefined}
            subject={subject}
            text={text}
          />
        </Stack>
      ))}
    </Stack>
  );
}

function NoProject({ teamId }: { teamId: string }) {
  return (
    <Text c="dimmed" size="sm">
      The first call creates a task, which needs a project.{' '}
      <Anchor component={PageLink} href={`/t/${teamId}/settings/projects`} inherit underline="always">
        Create a project
      </Anchor>{' '}
      first.
    </Text>
  );
}
