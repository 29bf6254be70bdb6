import { usePathname } from 'next/navigation';
import { type ReactNode, useEffect } from 'react';
import { LAST_TEAM_COOKIE } from '#domain/team/last-team.ts';
import { useTeam } from '#domain/team/team.tsx';
import { focusOrMain } from '#lib/focus/focus.ts';
import { lazyPart } from '#lib/lazy/lazy-part.tsx';
import { useIdle } from '#lib/lazy/when-idle.ts';
import { savePreference } from '#lib/look/save-preference.ts';
import { SidebarContext, useSidebarState } from '#lib/sidebar.ts';
import { AttentionHint } from './lazy-counts.ts';
import styles from './shell.module.css';
import { Sidebar, type SidebarProps } from './sidebar.tsx';

const NavDrawer = lazyPart(async () => (await import('./shell-controls.ts')).NavDrawer);

interface ShellProps extends Omit<SidebarProps, 'onCollapse'> {
  /** The notice above every page. */
  notice: ReactNode;
  children: ReactNode;
}

/** The frame around all pages of a team. */
export function Shell({ notice, children, ...sidebarProps }: ShellProps) {
  const { id: teamId } = useTeam();
  const sidebar = useSidebarState();
  const { isCollapsed, toggleCollapsed, isDrawerOpen, closeDrawer } = sidebar;
  const pathname = usePathname();
  // The first picture needs no drawer: its code is loaded once the browser is idle, or with the first key or press.
  const mayLoadDrawer = useIdle();

  // The start page opens this team the next time.
  useEffect(() => savePreference(LAST_TEAM_COOKIE, teamId), [teamId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: any navigation closes the drawer.
  useEffect(closeDrawer, [pathname]);

  return (
    <SidebarContext value={sidebar}>
      <div className={styles.frame} data-collapsed={isCollapsed || undefined}>
        {/* biome-ignore lint/a11y/useValidAnchor: it is a link until the page is hydrated. */}
        <a
          className={styles.skip}
          href="#main"
          onClick={(event) => {
            // Do not follow the link: the router would ignore Back to the entry that it adds to the history.
            event.preventDefault();
            focusOrMain(null);
          }}
        >
          Skip to the content
        </a>
        <div className={styles.sidebar}>
          <Sidebar {...sidebarProps} onCollapse={toggleCollapsed} />
        </div>
        {/* Renders nothing: it marks the title of the tab and the button that opens the navigation. */}
        <AttentionHint teamId={teamId} />
        {mayLoadDrawer && (
          <NavDrawer isOpen={isDrawerOpen} onClose={closeDrawer}>
            <Sidebar {...sidebarProps} />
          </NavDrawer>
        )}
        <main className={styles.main} id="main" tabIndex={-1}>
          {notice}
          {children}
        </main>
      </div>
    </SidebarContext>
  );
}
