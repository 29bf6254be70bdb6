import type { AgentOverview } from '@crewboard/contracts';
import { Button, Skeleton, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Step } from '#components/page/step.tsx';
import { lazyPart } from '#lib/lazy/lazy-part.tsx';
import { TokenLabel } from '../agent-labels.tsx';
import styles from './connection.module.css';
import { ConnectionState } from './connection-state.tsx';

const ConnectionSteps = lazyPart(async () => (await import('./connection-steps.tsx')).ConnectionSteps, {
  standIn: () => <Skeleton h={240} radius="sm" />,
});

interface ConnectionSectionProps {
  agent: AgentOverview;
  /** Absent for people who may not rotate the token. */
  onRotate?: () => void;
}

/** Instructions for connecting an agent. They are open if it has never called. */
export function ConnectionSection({ agent, onRotate }: ConnectionSectionProps) {
  const [isOpen, setIsOpen] = useState(agent.lastActiveAt === null);
  const id = useId();

  return (
    <section aria-labelledby={`${id}-title`} className={styles.section}>
      <header className={styles.header}>
        <h2 className={styles.title} id={`${id}-title`}>
          Connection
        </h2>
        {!isOpen && <ConnectionState lastActiveAt={agent.lastActiveAt} />}
        <Button
          aria-controls={id}
          aria-expanded={isOpen}
          className={styles.toggle}
          color="gray"
          onClick={() => setIsOpen(!isOpen)}
          rightSection={<IconChevronDown aria-hidden className={styles.chevron} size={14} />}
          variant="subtle"
        >
          {isOpen ? 'Hide instructions' : 'Show instructions'}
        </Button>
      </header>
      {isOpen && (
        <div className={styles.content} id={id}>
          <Step number={1} title="Get its token">
            <div className={styles.token}>
              <TokenLabel agent={agent} />
              <Text c="dimmed" size="sm">
                {agent.tokenPrefix
                  ? 'It was shown once, when it was created. '
                  : 'Without a token it cannot call the API. '}
                {onRotate ? agent.tokenPrefix && 'Rotate it if you do not have it.' : 'Admins can rotate it.'}
              </Text>
              {onRotate && (
                <Button onClick={onRotate} variant="default">
                  {agent.tokenPrefix ? 'Rotate token' : 'Create a token'}
                </Button>
              )}
            </div>
          </Step>
          <ConnectionSteps agent={agent} />
        </div>
      )}
    </section>
  );
}
