'use client';

import { Button } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { lazyControl } from '#lib/lazy/lazy-control.ts';
import type { AuditFilters } from './audit-filters.ts';

const useMenu = lazyControl(async () => (await import('./export-menu-control.tsx')).ExportMenuControl);

/** Exports the filtered events. */
export function ExportMenu({ filters }: { filters: AuditFilters }) {
  const { Control, target, isOpened } = useMenu();
  const button = (
    <Button
      aria-expanded={false}
      aria-haspopup="menu"
      leftSection={<IconDownload aria-hidden size={14} />}
      rightSection={<IconChevronDown aria-hidden size={13} />}
      variant="default"
      {...target}
    >
      Export
    </Button>
  );
  if (!Control) return button;
  return (
    <Control filters={filters} isOpened={isOpened}>
      {button}
    </Control>
  );
}
