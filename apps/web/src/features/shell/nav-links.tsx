import { IconUserCheck } from '@tabler/icons-react';
import { usePathname, useSearchParams } from 'next/navigation';
import { Fragment, type ReactNode } from 'react';
import { LinkPending } from '#components/page/link-pending.tsx';
import { PageLink } from '#components/page/page-link.tsx';
import { useAccountId } from '#domain/account/account-id.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { TeamPageIcon } from '#domain/team/team-page-icon.tsx';
import { pagesFor, type TeamPage } from '#domain/team/team-pages.ts';
import { AttentionCount, MyTasksCount } from './lazy-counts.ts';
import styles from './sidebar.module.css';

/** Badges from other features, which this one may not import, beside the names of their pages. */
export type NavBadges = Partial<Record<TeamPage, ReactNode>>;

/** The links to the pages of the team that the role allows, and to the person's own tasks. */
export function NavLinks({ badges }: { badges: NavBadges }) {
  const { id: teamId, name: teamName, role } = useTeam();
  const pathname = usePathname();
  const personId = useAccountId();
  // Not with the parsers of the board's filters: every page would load them.
  const person = useSearchParams().get('person');
  const isMine = pathname.startsWith(`/t/${teamId}/board`) && person === personId;

  return (
    <nav aria-label={teamName} className={styles.nav}>
      {pagesFor(role).map(({ path, name }) => {
        const href = `/t/${teamId}/${path}`;
        const isBelow = pathname === href || pathname.startsWith(`${href}/`);
        return (
          <Fragment key={path}>
            {/* My tasks is the board under a filter: only one of both is the current page. */}
            <NavLink href={href} isHere={isBelow && !(path === 'board' && isMine)}>
              <TeamPageIcon page={path} />
              {name}
              {badges[path]}
              {path === 'attention' && <AttentionCount teamId={teamId} />}
            </NavLink>
            {path === 'board' && (
              <NavLink href={`${href}?person=${personId}`} isHere={isMine}>
                <IconUserCheck aria-hidden size={16} stroke={1.6} />
                My tasks
                <MyTasksCount memberId={personId} teamId={teamId} />
              </NavLink>
            )}
          </Fragment>
        );
      })}
    </nav>
  );
}

interface NavLinkProps {
  href: string;
  isHere: boolean;
  children: ReactNode;
}

function NavLink({ href, isHere, children }: NavLinkProps) {
  return (
    <PageLink aria-current={isHere ? 'page' : undefined} className={styles.link} href={href}>
      {children}
      <LinkPending />
    </PageLink>
  );
}
