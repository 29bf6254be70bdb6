import { IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useRef, useState } from 'react';
import { FloatingNotice } from '#components/notices/floating-notice.tsx';
import { attentionOptions } from '#domain/attention/attention-query.ts';
import { followTeam } from '#domain/live/follow-team.ts';
import { useLiveCache } from '#domain/live/use-live-cache.ts';
import { useEndMembership } from '#domain/team/membership.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { maySeePage } from '#domain/team/team-pages.ts';
import { useWelcome } from '#domain/team/welcome.ts';
import { useFollowAccount } from '#lib/auth/follow-account.tsx';
import { leaveWhenSignedOut } from '#lib/auth/leave-when-signed-out.ts';
import { useOnline } from '#lib/failures/use-online.ts';
import { useTRPC, useTRPCClient } from '#lib/trpc/client.ts';
import { createStreamClient } from '#lib/trpc/stream-client.ts';
import { useRoleNotice } from './use-role-notice.ts';

export interface LiveTeamProps {
  /** The position in the event log from before the page was read; null if the server did not reach the API. */
  start: string | null;
  /** The person for whom the page was rendered. */
  accountId: string;
}

/** Keeps every page of the team up to date by its event stream, and says when the stream is interrupted. */
export function LiveTeam({ start, accountId }: LiveTeamProps) {
  const { id: teamId, role } = useTeam();
  const client = useTRPCClient();
  const [streams] = useState(createStreamClient);
  const router = useRouter();
  const endMembership = useEndMembership();
  const { apply, extendLeases, refetchLeases, reload } = useLiveCache();
  const [isConnected, setConnected] = useState(true);
  // A new stream, for another role, continues at the position of the previous one.
  const position = useRef(start);
  // The marks of cards depend on this query. The navigation, which also runs it, may be hidden.
  useQuery({ ...attentionOptions(useTRPC(), teamId), notifyOnChangeProps: [] });
  useRoleNotice(role);
  useWelcome();
  useFollowAccount(accountId);

  /**
   * Renders the frame of the page again for the current role. A removed member sees a message; a member who may no
   * longer see the page is redirected to the board.
   */
  const followMembership = useCallback(async () => {
    try {
      const { teams, deletedTeams } = await client.accounts.me.query();
      const team = teams.find(({ id }) => id === teamId);
      if (!team) return endMembership(deletedTeams.some(({ id }) => id === teamId) ? 'deleted' : 'removed');
      if (!maySeePage(team.role, window.location.pathname)) router.replace(`/t/${teamId}/board`);
    } catch (error) {
      // Signed-out people are on their way to the sign-in page: do not refresh this page.
      if (leaveWhenSignedOut(error)) return;
    }
    router.refresh();
  }, [client, teamId, endMembership, router]);

  useEffect(
    () =>
      followTeam({
        streams,
        teamId,
        role,
        position,
        onEvents: apply,
        onLeases: extendLeases,
        onStart: refetchLeases,
        onGap: reload,
        onConnected: setConnected,
        onRoleChanged: followMembership,
        onRejected(error) {
          if (!leaveWhenSignedOut(error)) void followMembership();
        },
      }),
    [streams, teamId, role, apply, extendLeases, refetchLeases, reload, followMembership],
  );
  return <LiveNotice isConnected={isConnected} />;
}

/** Shorter interruptions are not reported. */
const NOTICE_DELAY_MS = 2_000;

/** Says that live updates are interrupted, unless the browser is offline, which has its own notice. */
function LiveNotice({ isConnected }: { isConnected: boolean }) {
  const isOnline = useOnline();
  const [isLong, setLong] = useState(false);

  useEffect(() => {
    const timer = setTimeout(() => setLong(!isConnected), isConnected ? 0 : NOTICE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isConnected]);

  return (
    <FloatingNotice Icon={IconPlugConnectedX} isShown={isLong && isOnline}>
      Live updates are interrupted. Connecting again…
    </FloatingNotice>
  );
}
