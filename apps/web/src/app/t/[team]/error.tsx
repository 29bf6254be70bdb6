'use client';

import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { usePageFailure } from '../../root-parts.ts';
import { EmptyState, PageHeader } from './team-parts.ts';

interface ErrorPageProps {
  error: unknown;
  retry: () => void;
}

/**
 * Replaces a failed page of a team; the shell around it stays. Imports its parts from `team-parts.ts`, which is loaded
 * with the shell, so that their code is loaded once.
 */
export default function TeamErrorPage({ error, retry }: ErrorPageProps) {
  const { title, advice, digest, tryAgain } = usePageFailure(error, retry);
  return (
    <>
      <PageHeader title="Error" />
      <EmptyState
        action={<Button onClick={tryAgain}>Try again</Button>}
        icon={<IconAlertTriangle aria-hidden stroke={1.5} />}
        title={title}
      >
        {advice}
        {digest && (
          <>
            {' '}
            Look for <code>{digest}</code> in the log.
          </>
        )}
      </EmptyState>
    </>
  );
}
