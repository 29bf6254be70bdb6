import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { MembershipEnd } from '#domain/team/membership.tsx';
import { closeAllModals } from '#lib/dialogs/open-modal.ts';
import { isolate } from '#lib/text/isolate.ts';
import styles from './first-team.module.css';

const TITLES: Record<MembershipEnd, (team: string) => string> = {
  left: (team) => `You have left ${team}`,
  removed: (team) => `You are no longer a member of ${team}`,
  deleted: (team) => `${team} is deleted`,
};

const TEXTS: Record<MembershipEnd, string> = {
  left: 'What you wrote there stays. An admin of the team can invite you again.',
  removed:
    'You were removed, or an owner deleted the team. What you wrote there stays while the team exists. An admin of the team can invite you again.',
  deleted:
    'For 7 days its owners can restore it as it was, under Your account. Then everything in it is removed.',
};

/** Replaces the pages of a team once the person is no longer a member, or the team is deleted. */
export function EndedMembership({ end, teamName }: { end: MembershipEnd; teamName: string }) {
  const queryClient = useQueryClient();
  const title = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    queryClient.clear();
    closeAllModals();
    title.current?.focus();
  }, [queryClient]);

  return (
    <section className={styles.panel}>
      <h1 className={styles.title} ref={title} tabIndex={-1}>
        {TITLES[end](isolate(teamName))}
      </h1>
      <p className={styles.text}>{TEXTS[end]}</p>
      {/* A full page load discards all data of the team. */}
      <Button component="a" href="/" size="sm">
        Go to the start page
      </Button>
    </section>
  );
}
