'use client';

import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { IconComponent } from '#lib/look/icon-component.ts';

interface ChoiceItemProps {
  name: string;
  Icon: IconComponent;
  isChosen: boolean;
  onChoose: () => void;
}

/** A radio item of a menu, which stays open so that other options can be tried. */
export function ChoiceItem({ name, Icon, isChosen, onChoose }: ChoiceItemProps) {
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
