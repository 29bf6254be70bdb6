import { IconBaselineDensityMedium, IconBaselineDensitySmall } from '@tabler/icons-react';
import type { Density } from './density.ts';
import type { IconComponent } from './icon-component.ts';

interface DensityOption {
  density: Density;
  name: string;
  Icon: IconComponent;
}

export const DENSITIES: DensityOption[] = [
  { density: 'comfortable', name: 'Comfortable', Icon: IconBaselineDensityMedium },
  { density: 'compact', name: 'Compact', Icon: IconBaselineDensitySmall },
];
