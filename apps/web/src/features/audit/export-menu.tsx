'use client';

import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { useTeam } from '#domain/team/team.tsx';
import { type AuditFilters, serializeAuditFilters } from './audit-filters.ts';

const FORMATS = [
  { format: 'csv', name: 'CSV', use: 'For spreadsheets' },
  { format: 'jsonl', name: 'JSON Lines', use: 'Every field, for programs' },
];

/** Exports the filtered events. Plain links without `download`, so that the browser shows an error as a page. */
export function ExportMenu({ filters }: { filters: AuditFilters }) {
  const team = useTeam();

  const hrefOf = (format: string) =>
    serializeAuditFilters(`/t/${team.id}/audit/export?format=${format}`, filters);

  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button
          leftSection={<IconDownload aria-hidden size={14} />}
          rightSection={<IconChevronDown aria-hidden size={13} />}
          variant="default"
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>All events under these filters</Menu.Label>
        {FORMATS.map(({ format, name, use }) => (
          <Menu.Item component="a" href={hrefOf(format)} key={format}>
            {name}
            <Menu.Label p={0}>{use}</Menu.Label>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
