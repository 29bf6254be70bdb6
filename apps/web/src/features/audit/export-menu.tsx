'use client';

import { Button } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { lazyMenu } from '#lib/lazy/lazy-button-control.tsx';
import type { AuditFilters } from './audit-filters.ts';

const LazyMenu = lazyMenu(async () => (await import('./export-menu-control.tsx')).ExportMenuControl);

/** Exports the filtered events. */
export function ExportMenu({ filters }: { filters: AuditFilters }) {
  return (
    <LazyMenu filters={filters}>
      <Button
        leftSection={<IconDownload aria-hidden size={14} />}
        rightSection={<IconChevronDown aria-hidden size={13} />}
        variant="default"
      >
        Export
      </Button>
    </LazyMenu>
  );
}
