import type { MantineColorScheme } from '@mantine/core';
import {
  IconBaselineDensityMedium,
  IconBaselineDensitySmall,
  IconDeviceDesktop,
  IconMoon,
  IconSun,
} from '@tabler/icons-react';
import type { Density } from './density.ts';
import type { IconComponent } from './icon-component.ts';

// The choices of the account menu and of the command palette.

export const COLOR_SCHEMES: { scheme: MantineColorScheme; name: string; Icon: IconComponent }[] = [
  { scheme: 'light', name: 'Light', Icon: IconSun },
  { scheme: 'dark', name: 'Dark', Icon: IconMoon },
  { scheme: 'auto', name: 'System', Icon: IconDeviceDesktop },
];

export const DENSITIES: { density: Density; name: string; Icon: IconComponent }[] = [
  { density: 'comfortable', name: 'Comfortable', Icon: IconBaselineDensityMedium },
  { density: 'compact', name: 'Compact', Icon: IconBaselineDensitySmall },
];
