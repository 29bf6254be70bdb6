'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { Fragment, type ReactNode } from 'react';
import { LinkPending } from '#components/page/link-pending.tsx';
import { PageLink } from '#components/page/page-link.tsx';
import { useAccountId } from '#domain/drafts/account-id.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { TeamPageIcon } from '#domain/team/team-page-icon.tsx';
import { pagesFor, type TeamPage } from '#domain/team/team-pages.ts';
import { AttentionCount } from './lazy-counts.ts';
import { MyTasksLink } from './my-tasks-link.tsx';
import styles from './sidebar.module.css';

/** A badge beside the name of a page. */
export type NavBadges = Partial<Record<TeamPage, ReactNode>>;

export function NavLinks({ badges }: { badges: NavBadges }) {
  const team = useTeam();
  const pathname = usePathname();
  const personId = useAccountId();
  // Not by the filters of the board, whose parsers other pages need not load.
  const person = useSearchParams().get('person');
  const isMine = pathname.startsWith(`/t/${team.id}/board`) && person === personId;

  return (
    <nav aria-label={team.name} className={styles.nav}>
      {pagesFor(team.role).map(({ path, name }) => {
        const href = `/t/${team.id}/${path}`;
        const isBelow = pathname === href || pathname.startsWith(`${href}/`);
        const isHere = isBelow && !(path === 'board' && isMine);
        return (
          <Fragment key={path}>
            <PageLink aria-current={isHere ? 'page' : undefined} className={styles.link} href={href}>
              <TeamPageIcon page={path} />
              {name}
              {badges[path]}
              {path === 'attention' && <AttentionCount teamId={team.id} />}
              <LinkPending />
            </PageLink>
            {path === 'board' && <MyTasksLink isHere={isMine} />}
          </Fragment>
        );
      })}
    </nav>
  );
}
