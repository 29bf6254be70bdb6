'use client';

import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { MembershipEnd } from '#domain/team/membership.tsx';
import { closeAllModals } from '#lib/dialogs/open-modal.ts';
import { isolate } from '#lib/text/isolate.ts';
import styles from './first-team.module.css';

/** For a person who was a member of the team until now. */
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
        {end === 'left'
          ? `You have left ${isolate(teamName)}`
          : `You are no longer a member of ${isolate(teamName)}`}
      </h1>
      <p className={styles.text}>What you wrote there stays. An admin of the team can invite you again.</p>
      {/* A full page load discards all data of the team. */}
      <Button component="a" href="/" size="sm">
        Go to the start page
      </Button>
    </section>
  );
}
