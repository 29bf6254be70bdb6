'use client';

import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useRef, useState } from 'react';
import { followTeam } from '../../domain/live/follow-team.ts';
import { useLiveCache } from '../../domain/live/use-live-cache.ts';
import { useEndMembership } from '../../domain/team/membership.tsx';
import { useTeam } from '../../domain/team/team.tsx';
import { maySeePage } from '../../domain/team/team-pages.ts';
import { useTRPCClient } from '../../lib/trpc/client.ts';
import { leaveWhenSignedOut } from '../../lib/trpc/leave-when-signed-out.ts';
import { LiveNotice } from './live-notice.tsx';
import { useRoleNotice } from './use-role-notice.ts';

interface LiveTeamProps {
  accountId: string;
  /** Where the log ended before the first page was read; null when the service was not reached. */
  start: string | null;
}

/** Keeps every page of the team up to date, and says so when it cannot. One for each team: give it the team's key. */
export function LiveTeam({ accountId, start }: LiveTeamProps) {
  const { id: teamId, role } = useTeam();
  const client = useTRPCClient();
  const router = useRouter();
  const endMembership = useEndMembership();
  const { apply, reload } = useLiveCache(accountId);
  const [isConnected, setConnected] = useState(true);
  // A stream that begins anew, for another role, goes on from where the one before was.
  const position = useRef(start);
  useRoleNotice(role);

  /**
   * The frame of the page is made anew for what the person may do now. Who is in the team no more is told so, and who
   * may not see the page any longer is led to the board.
   */
  const followMembership = useCallback(async () => {
    try {
      const { teams } = await client.accounts.me.query();
      const team = teams.find(({ id }) => id === teamId);
      if (!team) return endMembership('removed');
      if (!maySeePage(team.role, window.location.pathname)) router.replace(`/t/${teamId}/board`);
    } catch (error) {
      leaveWhenSignedOut(error);
    }
    router.refresh();
  }, [client, teamId, endMembership, router]);

  useEffect(
    () =>
      followTeam({
        client,
        teamId,
        role,
        position,
        onEvents: apply,
        onGap: reload,
        onConnected: setConnected,
        onRoleChanged: followMembership,
        onRejected(error) {
          leaveWhenSignedOut(error);
          void followMembership();
        },
      }),
    [client, teamId, role, apply, reload, followMembership],
  );
  return <LiveNotice isConnected={isConnected} />;
}
