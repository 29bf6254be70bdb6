import type { MantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import type { IconComponent } from './icon-component.ts';

export const COLOR_SCHEMES: { scheme: MantineColorScheme; name: string; Icon: IconComponent }[] = [
  { scheme: 'light', name: 'Light', Icon: IconSun },
  { scheme: 'dark', name: 'Dark', Icon: IconMoon },
  { scheme: 'auto', name: 'System', Icon: IconDeviceDesktop },
];
