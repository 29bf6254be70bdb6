'use client';

import { lazyPart } from '#lib/lazy/lazy-part.tsx';
import { useIdle } from '#lib/lazy/when-idle.ts';
import type { LiveTeamProps } from './live-team.tsx';

const LiveTeam = lazyPart(async () => (await import('./live-team.tsx')).LiveTeam);

/** Starts the live updates once the browser is idle: they continue where the page was read. Set the team as its key. */
export function LiveUpdates(props: LiveTeamProps) {
  return useIdle() && <LiveTeam {...props} />;
}
