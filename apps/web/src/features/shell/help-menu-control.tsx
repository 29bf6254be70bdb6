import { Menu } from '@mantine/core';
import {
  IconActivityHeartbeat,
  IconBook,
  IconExternalLink,
  IconFileText,
  IconKeyboard,
  IconTerminal2,
} from '@tabler/icons-react';
import { PageLink } from '#components/page/page-link.tsx';
import { openShortcuts } from '#domain/shortcuts/open-shortcuts.tsx';
import { useApiUrl } from '#domain/team/team.tsx';
import { useOpening } from '#lib/dialogs/use-opening.ts';
import type { ButtonControlProps } from '#lib/lazy/lazy-button-control.tsx';
import type { IconComponent } from '#lib/look/icon-component.ts';

interface HelpMenuControlProps extends ButtonControlProps {
  build: string;
}

/** The documentation, the shortcuts, and the state of the service. */
export function HelpMenuControl({ build, isOpened, children }: HelpMenuControlProps) {
  const apiUrl = useApiUrl();
  return (
    <Menu {...useOpening(isOpened)} position="top-start" width={248}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={PageLink} href="/status#first-call" leftSection={sectionOf(IconTerminal2)}>
          Your first call
        </Menu.Item>
        <DocumentItem href={`${apiUrl}/docs`} Icon={IconBook} name="Documentation" />
        <DocumentItem href={`${apiUrl}/llms.txt`} Icon={IconFileText} name="llms.txt" />
        <Menu.Divider />
        <Menu.Item leftSection={sectionOf(IconKeyboard)} onClick={openShortcuts}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Item component={PageLink} href="/status" leftSection={sectionOf(IconActivityHeartbeat)}>
          Service status
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Crewboard {build}</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  );
}

const sectionOf = (Icon: IconComponent) => <Icon aria-hidden size={16} stroke={1.6} />;

/** A document that the API serves. It opens in another tab, because it is outside of the dashboard. */
function DocumentItem({ href, Icon, name }: { href: string; Icon: IconComponent; name: string }) {
  return (
    <Menu.Item
      component="a"
      href={href}
      leftSection={sectionOf(Icon)}
      rel="noopener"
      rightSection={<IconExternalLink aria-hidden color="var(--color-text-muted)" size={14} stroke={1.6} />}
      target="_blank"
    >
      {name}
    </Menu.Item>
  );
}
