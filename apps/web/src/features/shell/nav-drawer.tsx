import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './shell.module.css';

interface NavDrawerProps {
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The sidebar on a narrow screen. */
export function NavDrawer({ isOpen, onClose, children }: NavDrawerProps) {
  return (
    <Drawer
      classNames={{ body: styles.drawerBody, content: styles.drawer }}
      onClose={onClose}
      opened={isOpen}
      padding={0}
      size={264}
      title="Navigation"
      withCloseButton={false}
    >
      {children}
    </Drawer>
  );
}
