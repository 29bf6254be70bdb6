'use client';

import { canManage, type MemberRole } from '@crewboard/contracts';
import { usePathname } from 'next/navigation';
import { LinkPending } from '#components/page/link-pending.tsx';
import { PageLink } from '#components/page/page-link.tsx';
import { useTeam } from '#domain/team/team.tsx';
import styles from './settings.module.css';

const TABS = [
  { path: 'projects', name: 'Projects', isFor: () => true },
  // Other roles than owners and admins see there whom to ask.
  { path: 'members', name: 'Members', isFor: () => true },
  { path: 'api-keys', name: 'API keys', isFor: canManage },
  { path: 'general', name: 'General', isFor: (role: MemberRole) => role === 'owner' },
];

/** The tabs of the settings. Each is a link to a page. */
export function SettingsTabs() {
  const team = useTeam();
  const pathname = usePathname();

  return (
    <nav aria-label="Settings" className={styles.tabs}>
      {TABS.filter(({ isFor }) => isFor(team.role)).map(({ path, name }) => {
        const href = `/t/${team.id}/settings/${path}`;
        return (
          <PageLink
            aria-current={pathname === href ? 'page' : undefined}
            className={styles.tab}
            href={href}
            key={path}
          >
            {name}
            <LinkPending />
          </PageLink>
        );
      })}
    </nav>
  );
}
