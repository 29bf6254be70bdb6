'use client';

import { Button } from '@mantine/core';
import { Notice } from '../components/notice.tsx';
import { PageFrame } from '../components/page-frame.tsx';
import { digestOf } from '../lib/digest-of.ts';

interface ErrorPageProps {
  error: unknown;
  retry: () => void;
}

export default function ErrorPage({ error, retry }: ErrorPageProps) {
  const digest = digestOf(error);
  return (
    <PageFrame>
      <Notice title="This page could not be shown">
        <p>Something unexpected happened while it was made. If trying again does not help, the log will.</p>
        {digest && (
          <p>
            The cause stands there under <code>{digest}</code>.
          </p>
        )}
        <Button onClick={retry}>Try again</Button>
      </Notice>
    </PageFrame>
  );
}
