import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { toDisplayedProblem } from '#lib/failures/problem-of.ts';
import { EmptyState } from './empty-state.tsx';

interface ErrorStateProps {
  error: unknown;
  onRetry: () => void;
}

/** Replaces content that could not be loaded. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const { code, title, detail } = toDisplayedProblem(error);
  return (
    <div role="alert">
      <EmptyState
        action={
          <Button onClick={onRetry} variant="default">
            Try again
          </Button>
        }
        icon={<IconAlertTriangle aria-hidden stroke={1.5} />}
        title={title}
      >
        {/* Without a response, the detail is about a change: here something was only read. */}
        {code === 'UNAVAILABLE' ? 'Try again in a moment.' : detail}
      </EmptyState>
    </div>
  );
}

interface QueryErrorProps {
  query: { data: unknown; isError: boolean; error: unknown; refetch: () => unknown };
}

/** Replaces the data of a query that failed. Nothing if the query has older data, which stays shown. */
export function QueryError({ query }: QueryErrorProps) {
  if (!query.isError || query.data !== undefined) return null;
  return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
}
