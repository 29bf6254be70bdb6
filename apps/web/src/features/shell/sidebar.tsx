import type { Account } from '@crewboard/contracts';
import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconHelp, IconLayoutSidebarLeftCollapse, IconSearch } from '@tabler/icons-react';
import { Keys } from '#components/code/keys.tsx';
import { palette } from '#lib/commands/palette.ts';
import { lazyMenu } from '#lib/lazy/lazy-button-control.tsx';
import { AccountMenu } from './account-menu.tsx';
import { type NavBadges, NavLinks } from './nav-links.tsx';
import styles from './sidebar.module.css';
import { TeamSwitcher } from './team-switcher.tsx';

const HelpMenu = lazyMenu(async () => (await import('./shell-controls.ts')).HelpMenuControl);

export interface SidebarProps {
  account: Account;
  /** The version and the commit of the web server that rendered the page. */
  build: string;
  badges: NavBadges;
  /** Absent in the drawer. */
  onCollapse?: () => void;
}

/** The navigation of a team: at the side of a wide screen, in a drawer on a narrow screen. */
export function Sidebar({ account, badges, build, onCollapse }: SidebarProps) {
  return (
    <div className={styles.sidebar}>
      <div className={styles.top}>
        <TeamSwitcher account={account} />
        {onCollapse && (
          <ActionIcon aria-label="Hide the sidebar" onClick={onCollapse}>
            <IconLayoutSidebarLeftCollapse aria-hidden size={16} stroke={1.6} />
          </ActionIcon>
        )}
      </div>
      <UnstyledButton className={styles.search} onClick={palette.open}>
        <IconSearch aria-hidden size={14} stroke={1.6} />
        <span className={`${styles.name} truncate`}>Search…</span>
        <span aria-hidden>
          <Keys keys="mod K" />
        </span>
      </UnstyledButton>
      <NavLinks badges={badges} />
      <div className={styles.bottom}>
        <HelpMenu build={build}>
          <UnstyledButton className={styles.link}>
            <IconHelp aria-hidden size={16} stroke={1.6} />
            Help
          </UnstyledButton>
        </HelpMenu>
        <AccountMenu account={account} />
      </div>
    </div>
  );
}
