'use client';

import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { LinkPending } from '#components/page/link-pending.tsx';
import { PageLink } from '#components/page/page-link.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { TeamPageIcon } from '#domain/team/team-page-icon.tsx';
import { pagesFor, type TeamPage } from '#domain/team/team-pages.ts';
import styles from './sidebar.module.css';

/** A badge beside the name of a page. */
export type NavBadges = Partial<Record<TeamPage, ReactNode>>;

export function NavLinks({ badges }: { badges: NavBadges }) {
  const team = useTeam();
  const pathname = usePathname();

  return (
    <nav aria-label={team.name} className={styles.nav}>
      {pagesFor(team.role).map(({ path, name }) => {
        const href = `/t/${team.id}/${path}`;
        const isHere = pathname === href || pathname.startsWith(`${href}/`);
        return (
          <PageLink aria-current={isHere ? 'page' : undefined} className={styles.link} href={href} key={path}>
            <TeamPageIcon page={path} />
            {name}
            {badges[path]}
            <LinkPending />
          </PageLink>
        );
      })}
    </nav>
  );
}
