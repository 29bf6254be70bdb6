'use client';

import { Button } from '@mantine/core';
import { PageMessage } from '#components/notices/page-message.tsx';
import { PageFrame } from '#components/page/page-frame.tsx';
import { usePageFailure } from './root-parts.ts';

interface ErrorPageProps {
  error: unknown;
  retry: () => void;
}

export default function ErrorPage({ error, retry }: ErrorPageProps) {
  const { title, advice, digest, tryAgain } = usePageFailure(error, retry);
  return (
    <PageFrame>
      <PageMessage title={title}>
        <p>{advice}</p>
        {digest && (
          <p>
            Look for <code>{digest}</code> in the log.
          </p>
        )}
        <Button onClick={tryAgain}>Try again</Button>
      </PageMessage>
    </PageFrame>
  );
}
