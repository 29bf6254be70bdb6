import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { createContext, use } from 'react';

interface Sidebar {
  /** Whether the sidebar is hidden on a wide screen. The browser remembers it. */
  isCollapsed: boolean;
  toggleCollapsed: () => void;
  /** Whether the sidebar is shown on a narrow screen, as a drawer. */
  isDrawerOpen: boolean;
  openDrawer: () => void;
  closeDrawer: () => void;
}

export const SidebarContext = createContext<Sidebar | null>(null);

/** Holds the state of the sidebar, for `SidebarContext`. */
export function useSidebarState(): Sidebar {
  const [isCollapsed, setCollapsed] = useLocalStorage({ key: 'crewboard-sidebar', defaultValue: false });
  const [isDrawerOpen, drawer] = useDisclosure(false);
  return {
    isCollapsed,
    toggleCollapsed: () => setCollapsed((collapsed) => !collapsed),
    isDrawerOpen,
    openDrawer: drawer.open,
    closeDrawer: drawer.close,
  };
}

/** The state of the sidebar; null on pages outside of teams. */
export function useSidebar(): Sidebar | null {
  return use(SidebarContext);
}
