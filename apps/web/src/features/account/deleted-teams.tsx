'use client';

import type { DeletedTeam } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { SectionHeader } from '#components/page/section-header.tsx';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { showError } from '#lib/notices/show-error.ts';
import { isolate } from '#lib/text/isolate.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import styles from './deleted-teams.module.css';

/** The deleted teams that the person can restore. */
export function DeletedTeams({ teams }: { teams: DeletedTeam[] }) {
  return (
    <>
      <SectionHeader title="Deleted teams">
        You are an owner of them. Until a deleted team is gone for good you can restore it, as it was.
      </SectionHeader>
      <ul className={styles.list}>
        {teams.map((team) => (
          <DeletedTeamRow key={team.id} team={team} />
        ))}
      </ul>
    </>
  );
}

function DeletedTeamRow({ team: { id, name, goneAt } }: { team: DeletedTeam }) {
  const router = useRouter();
  const restore = useMutation(
    useTRPC().teams.restore.mutationOptions({
      onSuccess: () => router.push(`/t/${id}/board`),
      onError(error) {
        showError(error);
        // Another owner restored the team, or it is gone for good: show the current list.
        router.refresh();
      },
    }),
  );
  return (
    <li className={styles.row}>
      <div className={styles.text}>
        <div className={styles.name} dir="auto">
          {name}
        </div>
        <div className={styles.gone}>
          Gone for good <RelativeTime label="Gone for good on" time={goneAt} />
        </div>
      </div>
      <Button
        aria-label={`Restore ${isolate(name)}`}
        loading={restore.isPending || restore.isSuccess}
        onClick={() => restore.mutate({ teamId: id })}
        variant="default"
      >
        Restore
      </Button>
    </li>
  );
}
