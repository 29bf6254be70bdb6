import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect } from 'react';
import { createStore } from '#lib/create-store.ts';
import { useOnline } from '#lib/failures/use-online.ts';
import { FloatingNotice, NoticeButton } from './floating-notice.tsx';

/** For each rendered part whose code could not be loaded: the function that loads it. */
const retries = createStore<readonly (() => void)[]>([]);

/** Notes that the code of a rendered part could not be loaded. Returns a function that removes the note. */
export function addLoadFailure(retry: () => void): () => void {
  retries.set([...retries.get(), retry]);
  return () => retries.set(retries.get().filter((other) => other !== retry));
}

function retryAll(): void {
  for (const retry of new Set(retries.get())) retry();
}

/** One notice for all parts that could not be loaded. Loads them again on a click, and once the browser is online. */
export function LoadFailures() {
  const hasFailures = retries.use().length > 0;
  const isOnline = useOnline();

  useEffect(() => {
    if (!hasFailures) return;
    window.addEventListener('online', retryAll);
    return () => window.removeEventListener('online', retryAll);
  }, [hasFailures]);

  // While the browser is offline, `OfflineNotice` is shown.
  if (!hasFailures || !isOnline) return null;
  const actions = (
    <>
      <NoticeButton onClick={retryAll}>Try again</NoticeButton>
      <NoticeButton onClick={() => window.location.reload()}>Reload</NoticeButton>
    </>
  );
  return (
    <FloatingNotice actions={actions} Icon={IconAlertTriangle} isShown role="alert">
      A part of this page could not be loaded. Try again, or reload the page.
    </FloatingNotice>
  );
}
