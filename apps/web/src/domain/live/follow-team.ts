import type { AppRouter } from '@crewboard/api/router';
import type { Event, MemberRole } from '@crewboard/contracts';
import type { TRPCClient } from '@trpc/client';
import { problemOf } from '../../lib/problem-of.ts';

/** Who was away for longer reads everything anew. */
const MAX_MISSED_EVENTS = 500;
/** A page that nobody sees for this long stops listening: browsers allow few connections to a server. */
const HIDDEN_TIMEOUT_MS = 20_000;
const RETRY_MS = 2_000;

interface Following {
  client: TRPCClient<AppRouter>;
  teamId: string;
  /** As which the page was made. */
  role: MemberRole;
  /** How far the log was heard: at first where it ended before the page was read; null when that is not known. */
  position: { current: string | null };
  onEvents(events: Event[]): void;
  /** What was read may be out of date. */
  onGap(): void;
  onConnected(isConnected: boolean): void;
  /** The person may do something else in this team than before. */
  onRoleChanged(): void;
  /** The person may no longer listen. */
  onRejected(error: unknown): void;
}

/** Listens to the team's log while the page is seen, from where it was left. Returns how to stop. */
export function followTeam(following: Following): () => void {
  const { client, teamId, position } = following;
  let subscription: { unsubscribe(): void } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function listen(): void {
    subscription = client.events.follow.subscribe(
      {
        teamId,
        role: following.role,
        mostMissed: MAX_MISSED_EVENTS,
        lastEventId: position.current ?? undefined,
      },
      {
        onData({ id, data }) {
          following.onConnected(true);
          // It began at an unknown position: what was read before may lack what happened since.
          if (data.hasGap || position.current === null) following.onGap();
          position.current = id;
          if (data.events.length > 0) following.onEvents(data.events);
        },
        onConnectionStateChange({ state }) {
          // That it is there again, its first message says.
          if (state === 'connecting' && subscription) following.onConnected(false);
        },
        onError(error) {
          if (!subscription) return;
          subscription = undefined;
          const { code } = problemOf(error);
          if (code === 'UNAUTHENTICATED' || code === 'NOT_FOUND') return following.onRejected(error);
          if (code === 'FORBIDDEN') following.onRoleChanged();
          following.onConnected(false);
          // The log is another one, or the position was never good: what is shown may be anything.
          if (code === 'INVALID_CURSOR') position.current = null;
          timer = setTimeout(listen, RETRY_MS);
        },
        // The service ended the stream without a reason: it goes on from where it was.
        onComplete() {
          if (!subscription) return;
          subscription = undefined;
          timer = setTimeout(listen, RETRY_MS);
        },
      },
    );
  }

  function pause(): void {
    clearTimeout(timer);
    const current = subscription;
    subscription = undefined;
    current?.unsubscribe();
  }

  function onVisibility(): void {
    clearTimeout(timer);
    if (document.visibilityState === 'hidden') timer = setTimeout(pause, HIDDEN_TIMEOUT_MS);
    else if (!subscription) listen();
  }

  document.addEventListener('visibilitychange', onVisibility);
  // A page that was opened behind another one listens once it is seen.
  if (document.visibilityState === 'visible') listen();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    pause();
  };
}
