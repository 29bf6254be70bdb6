'use client';

import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { createContext, type ReactNode, use } from 'react';

interface Sidebar {
  /** Collapsed, on a wide screen. */
  isCollapsed: boolean;
  toggleCollapsed: () => void;
  /** On a narrow screen, the sidebar is a drawer. */
  isDrawerOpen: boolean;
  openDrawer: () => void;
  closeDrawer: () => void;
}

const SidebarContext = createContext<Sidebar | null>(null);

export function SidebarProvider({ children }: { children: ReactNode }) {
  const [isCollapsed, setCollapsed] = useLocalStorage({ key: 'crewboard-sidebar', defaultValue: false });
  const [isDrawerOpen, drawer] = useDisclosure(false);
  const toggleCollapsed = () => setCollapsed((collapsed) => !collapsed);

  return (
    <SidebarContext
      value={{
        isCollapsed,
        toggleCollapsed,
        isDrawerOpen,
        openDrawer: drawer.open,
        closeDrawer: drawer.close,
      }}
    >
      {children}
    </SidebarContext>
  );
}

/** Null outside of teams. */
export function useSidebar(): Sidebar | null {
  return use(SidebarContext);
}
