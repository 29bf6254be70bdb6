import { IconBaselineDensityMedium, IconBaselineDensitySmall } from '@tabler/icons-react';
import type { Density } from './density.ts';
import type { IconComponent } from './icon-component.ts';

export const DENSITIES: { density: Density; name: string; Icon: IconComponent }[] = [
  { density: 'comfortable', name: 'Comfortable', Icon: IconBaselineDensityMedium },
  { density: 'compact', name: 'Compact', Icon: IconBaselineDensitySmall },
];
