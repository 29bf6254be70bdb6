import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { createContext, type ReactNode, use } from 'react';

interface Sidebar {
  /** Whether the sidebar is hidden on a wide screen. The browser remembers it. */
  isCollapsed: boolean;
  toggleCollapsed: () => void;
  /** Whether the sidebar is shown on a narrow screen, as a drawer. */
  isDrawerOpen: boolean;
  openDrawer: () => void;
  closeDrawer: () => void;
}

const SidebarContext = createContext<Sidebar | null>(null);

/** Provides the state of the sidebar to the shell and to the buttons that open it. */
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

/** The state of the sidebar; null on pages outside of teams. */
export function useSidebar(): Sidebar | null {
  return use(SidebarContext);
}
