'use client';

import { IconUserCheck } from '@tabler/icons-react';
import { LinkPending } from '#components/page/link-pending.tsx';
import { PageLink } from '#components/page/page-link.tsx';
import { useAccountId } from '#domain/drafts/account-id.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { MyTasksCount } from './lazy-counts.ts';
import styles from './sidebar.module.css';

/** The board with the tasks of the person, and how many of them are open. */
export function MyTasksLink({ isHere }: { isHere: boolean }) {
  const { id: teamId } = useTeam();
  const memberId = useAccountId();
  return (
    <PageLink
      aria-current={isHere ? 'page' : undefined}
      className={styles.link}
      href={`/t/${teamId}/board?person=${memberId}`}
    >
      <IconUserCheck aria-hidden size={16} stroke={1.6} />
      My tasks
      <MyTasksCount memberId={memberId} teamId={teamId} />
      <LinkPending />
    </PageLink>
  );
}
