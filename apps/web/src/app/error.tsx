'use client';

import { Button } from '../components/button.tsx';
import { Notice } from '../components/notice.tsx';
import { PageFrame } from '../components/page-frame.tsx';

interface ErrorPageProps {
  error: unknown;
  retry: () => void;
}

export default function ErrorPage({ error, retry }: ErrorPageProps) {
  return (
    <PageFrame>
      <Notice title="This page could not be shown">
        <p>Something unexpected happened while it was made. If trying again does not help, the log will.</p>
        {hasDigest(error) && (
          <p>
            The cause stands there under <code>{error.digest}</code>.
          </p>
        )}
        <Button onClick={retry}>Try again</Button>
      </Notice>
    </PageFrame>
  );
}

/** Errors of the server arrive without their message, but with a mark that the log shows as well. */
function hasDigest(error: unknown): error is { digest: string } {
  return error instanceof Error && 'digest' in error && typeof error.digest === 'string';
}
