import { Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { PageLink } from '#components/page/page-link.tsx';
import { signOut } from '#lib/auth/auth-calls.ts';
import { useOpening } from '#lib/dialogs/use-opening.ts';
import type { ButtonControlProps } from '#lib/lazy/lazy-button-control.tsx';
import { COLOR_SCHEMES, DENSITIES } from '#lib/look/appearance-choices.ts';
import type { IconComponent } from '#lib/look/icon-component.ts';
import { setDensity, useDensity } from '#lib/look/use-density.ts';
import { showError } from '#lib/notices/show-error.ts';
import styles from './sidebar.module.css';

interface AccountMenuControlProps extends ButtonControlProps {
  email: string;
}

/** The account of the person, the look of the dashboard, and the sign-out. */
export function AccountMenuControl({ email, isOpened, children }: AccountMenuControlProps) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const density = useDensity();

  return (
    <Menu {...useOpening(isOpened)} position="top-start" width={224}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className={styles.email}>{email}</Menu.Label>
        <Menu.Item
          component={PageLink}
          href="/account"
          leftSection={<IconUserCircle aria-hidden size={16} stroke={1.6} />}
        >
          Your account
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Theme</Menu.Label>
        {COLOR_SCHEMES.map(({ scheme, ...choice }) => (
          <ChoiceItem
            {...choice}
            isChosen={scheme === colorScheme}
            key={scheme}
            onChoose={() => setColorScheme(scheme)}
          />
        ))}
        <Menu.Divider />
        <Menu.Label>Density</Menu.Label>
        {DENSITIES.map(({ density: each, ...choice }) => (
          <ChoiceItem {...choice} isChosen={each === density} key={each} onChoose={() => setDensity(each)} />
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout aria-hidden size={16} stroke={1.6} />}
          onClick={() => signOut().catch(showError)}
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

interface ChoiceItemProps {
  name: string;
  Icon: IconComponent;
  isChosen: boolean;
  onChoose: () => void;
}

/** A radio item of a menu, which stays open so that other options can be tried. */
function ChoiceItem({ name, Icon, isChosen, onChoose }: ChoiceItemProps) {
  return (
    <Menu.RadioItem
      checked={isChosen}
      checkIcon={<IconCheck aria-hidden size={16} stroke={1.6} />}
      onChange={onChoose}
      rightSection={<Icon aria-hidden color="var(--color-text-muted)" size={16} stroke={1.6} />}
      value={name}
    >
      {name}
    </Menu.RadioItem>
  );
}
