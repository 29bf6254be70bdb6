import type { IconProps } from '@tabler/icons-react';
import type { ComponentType } from 'react';

/** An icon of Tabler, to be given on. */
export type IconComponent = ComponentType<Omit<IconProps, 'ref'>>;
