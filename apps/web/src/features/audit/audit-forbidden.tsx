'use client';

import { IconLock } from '@tabler/icons-react';
import { EmptyState } from '#components/notices/empty-state.tsx';
import { PageHeader } from '#components/page/page-header.tsx';
import { PageLink } from '#components/page/page-link.tsx';
import { useTeam } from '#domain/team/team.tsx';

/** Replaces the audit for members whose role does not allow it. */
export function AuditForbidden() {
  const { id, role } = useTeam();
  return (
    <>
      <PageHeader title="Audit" />
      <EmptyState
        action={
          <PageLink href={`/t/${id}/board`} style={{ textDecoration: 'underline' }}>
            Go to your board
          </PageLink>
        }
        icon={<IconLock aria-hidden stroke={1.5} />}
        title="An admin role is needed"
      >
        Your role ({role}) does not allow this page. Ask an admin or owner of the team for the role, or for an
        export.
      </EmptyState>
    </>
  );
}
