'use client';

import { Button } from '@mantine/core';
import { PageMessage } from '#components/notices/page-message.tsx';
import { PageFrame } from '#components/page/page-frame.tsx';
import { usePageFailure } from './root-parts.ts';

interface ErrorPageProps {
  error: unknown;
  /** Renders the page again. */
  retry: () => void;
}

/** Next shows this instead of a page that could not be rendered. Pages of a team have their own, in t/[team]. */
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
