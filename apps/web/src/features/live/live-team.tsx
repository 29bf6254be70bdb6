'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { followTeam } from '../../lib/live/follow-team.ts';
import { useLiveCache } from '../../lib/live/use-live-cache.ts';
import { useTeam } from '../../lib/team.tsx';
import { useTRPCClient } from '../../lib/trpc/client.ts';
import { leaveWhenSignedOut } from '../../lib/trpc/leave-when-signed-out.ts';
import { LiveNotice } from './live-notice.tsx';

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
  const { apply, reload } = useLiveCache(accountId);
  const [isConnected, setConnected] = useState(true);
  // A stream that begins anew, for another role, goes on from where the one before was.
  const place = useRef(start);

  useEffect(
    () =>
      followTeam({
        client,
        teamId,
        role,
        place,
        onEvents: apply,
        onGap: reload,
        onConnected: setConnected,
        // The frame of the page is made anew for what the person may do now; outside of the team that is a 404.
        onRoleChanged: router.refresh,
        onRefused(error) {
          leaveWhenSignedOut(error);
          router.refresh();
        },
      }),
    [client, teamId, role, apply, reload, router],
  );
  return <LiveNotice isConnected={isConnected} />;
}
