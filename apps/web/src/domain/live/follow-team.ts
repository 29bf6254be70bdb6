import type { AppRouter } from '@crewboard/api/router';
import type { LeaseExtension, LoggedEvent, MemberRole } from '@crewboard/contracts';
import type { TRPCClient } from '@trpc/client';
import { toDisplayedProblem } from '#lib/failures/problem-of.ts';
import { setServiceTime } from '#lib/time/service-clock.ts';

/** After more missed events, the page refetches everything. */
const MAX_MISSED_EVENTS = 500;
/** A page that is hidden for this long disconnects: browsers allow few connections to a server. */
const HIDDEN_TIMEOUT_MS = 20_000;
const RETRY_MS = 2_000;

interface Following {
  streams: TRPCClient<AppRouter>;
  teamId: string;
  /** The member's role when the page was rendered. Once the member has another role, the service rejects the stream. */
  role: MemberRole;
  /** The position of the last event received; at first, the end of the log before the page was read; null: unknown. */
  position: { current: string | null };
  onEvents(events: LoggedEvent[]): void;
  onLeases(leases: LeaseExtension[]): void;
  /** A stream has started. Extensions of leases before it are unknown. */
  onStart(): void;
  /** Events were missed: cached data may be out of date. */
  onGap(): void;
  onConnected(isConnected: boolean): void;
  /** The role of the person has changed. */
  onRoleChanged(): void;
  /** The session has ended; or the person is no longer a member, and it tries to connect again until it is stopped. */
  onRejected(error: unknown): void;
}

/** Follows the event log of a team while the page is visible, also after failures. Returns a function that stops. */
export function followTeam(following: Following): () => void {
  const { streams, teamId, position } = following;
  let subscription: { unsubscribe(): void } | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined;

  function listen(): void {
    subscription = streams.events.follow.subscribe(
      {
        teamId,
        role: following.role,
        maxMissedEvents: MAX_MISSED_EVENTS,
        lastEventId: position.current ?? undefined,
      },
      {
        onData({ id, data }) {
          following.onConnected(true);
          // Only the first message of a stream has the time.
          if (data.sentAt) {
            setServiceTime(data.sentAt);
            following.onStart();
          }
          // From an unknown position, the cached data may lack events.
          if (data.hasGap || position.current === null) following.onGap();
          position.current = id;
          if (data.events.length > 0) following.onEvents(data.events);
          if (data.leases) following.onLeases(data.leases);
        },
        onConnectionStateChange({ state }) {
          // The first `connecting` is no lost connection: it comes before `subscription` is set. `onData` reports the
          // connection with the first message.
          if (state === 'connecting' && subscription) following.onConnected(false);
        },
        onError(error) {
          if (!subscription) return;
          subscription = undefined;
          const { code } = toDisplayedProblem(error);
          if (code === 'UNAUTHENTICATED' || code === 'NOT_FOUND') following.onRejected(error);
          if (code === 'UNAUTHENTICATED') return;
          if (code === 'FORBIDDEN') following.onRoleChanged();
          following.onConnected(false);
          // Continue at the end of the log and refetch everything: the log lacks the position, or reads were rejected.
          if (code === 'INVALID_CURSOR' || code === 'NOT_FOUND') position.current = null;
          retryTimer = setTimeout(listen, RETRY_MS);
        },
        // The server ended the stream: continue from the position.
        onComplete() {
          if (!subscription) return;
          subscription = undefined;
          retryTimer = setTimeout(listen, RETRY_MS);
        },
      },
    );
  }

  function pause(): void {
    clearTimeout(retryTimer);
    clearTimeout(hiddenTimer);
    const current = subscription;
    // First, so that the callbacks ignore the end of this stream and start no other.
    subscription = undefined;
    current?.unsubscribe();
  }

  function onVisibility(): void {
    clearTimeout(hiddenTimer);
    if (document.visibilityState === 'hidden') hiddenTimer = setTimeout(pause, HIDDEN_TIMEOUT_MS);
    else if (!subscription) {
      clearTimeout(retryTimer);
      listen();
    }
  }

  document.addEventListener('visibilitychange', onVisibility);
  // A page that was opened in the background connects once it is visible.
  if (document.visibilityState === 'visible') listen();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    pause();
  };
}
