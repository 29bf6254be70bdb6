'use client';

import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { digestOf } from '../../../lib/digest-of.ts';

interface ErrorPageProps {
  error: unknown;
  retry: () => void;
}

export default function TeamErrorPage({ error, retry }: ErrorPageProps) {
  const digest = digestOf(error);
  return (
    <>
      <PageHeader title="This page could not be shown" />
      <EmptyState
        action={<Button onClick={retry}>Try again</Button>}
        icon={<IconAlertTriangle aria-hidden stroke={1.5} />}
        title="Something unexpected happened"
      >
        If trying again does not help, the log of the server will.
        {digest && (
          <>
            {' '}
            The cause stands there under <code>{digest}</code>.
          </>
        )}
      </EmptyState>
    </>
  );
}
