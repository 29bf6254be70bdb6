'use client';

import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useTeam } from '../../domain/team/team.tsx';

/** Asks the board for its dialog: at once where the board is shown, with its filters and its open task as they are. */
export function useOpenNewTask(): () => void {
  const router = useRouter();
  const board = `/t/${useTeam().id}/board`;
  const pathname = usePathname();
  const params = useSearchParams();
  const isOnBoard = pathname === board || pathname.startsWith(`${board}/`);

  return () => {
    const next = new URLSearchParams(isOnBoard ? params : undefined);
    next.set('new', 'task');
    if (isOnBoard) window.history.pushState(null, '', `${pathname}?${next}`);
    else router.push(`${board}?${next}`, { scroll: false });
  };
}
