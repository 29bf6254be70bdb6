import type { IconProps } from '@tabler/icons-react';
import type { ComponentType } from 'react';

/** An icon of Tabler. */
export type IconComponent = ComponentType<Omit<IconProps, 'ref'>>;
