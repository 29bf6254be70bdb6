'use client';

import { usePathname } from 'next/navigation';
import { PageLink } from '#components/page/page-link.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { maySeePage } from '#domain/team/team-pages.ts';
import { EmptyState } from './team-parts.ts';

/** Says that a page of the team is not found, because of the link or the role: it must not reveal which. */
export function NotFoundNotice() {
  const { id, role } = useTeam();
  const pathname = usePathname();
  const isTask = ['board', 'archive', 'attention'].some((page) =>
    pathname.startsWith(`/t/${id}/${page}/tasks/`),
  );
  const advice = maySeePage(role, pathname)
    ? `This team has no ${isTask ? 'task with this id' : 'such page'}. Check the link for a typing error.`
    : `Your role (${role}) does not allow this page, or the link has a typing error. Ask an admin of the team.`;
  return (
    <EmptyState
      action={
        <PageLink href={`/t/${id}/board`} style={{ textDecoration: 'underline' }}>
          Go to your board
        </PageLink>
      }
      title={isTask ? 'Task not found' : 'There is nothing at this address'}
    >
      {advice}
    </EmptyState>
  );
}
