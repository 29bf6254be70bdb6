'use client';

import { lazyPart } from '#lib/lazy/lazy-part.tsx';
import { useIdle } from '#lib/lazy/when-idle.ts';
import type { LiveTeamProps } from './live-team.tsx';

const LiveTeam = lazyPart(async () => (await import('./live-team.tsx')).LiveTeam);

/**
 * Starts the live updates once the browser is idle. They miss nothing, because they continue from the position before
 * the page was read. Use the id of the team as the `key`: each team has its own stream.
 */
export function LiveUpdates(props: LiveTeamProps) {
  return useIdle() && <LiveTeam {...props} />;
}
