import { Menu } from '@mantine/core';
import { useTeam } from '#domain/team/team.tsx';
import { useOpening } from '#lib/dialogs/use-opening.ts';
import type { ButtonControlProps } from '#lib/lazy/lazy-button-control.tsx';
import { type AuditFilters, serializeAuditFilters } from '../filters/audit-filters.ts';

const FORMATS = [
  { format: 'csv', name: 'CSV', use: 'For spreadsheets' },
  { format: 'jsonl', name: 'JSON Lines', use: 'Every field, for programs' },
];

interface ExportMenuControlProps extends ButtonControlProps {
  filters: AuditFilters;
}

/**
 * The formats, as plain links without `download`: with it, a browser saves an error as a file instead of showing it.
 */
export function ExportMenuControl({ filters, isOpened, children }: ExportMenuControlProps) {
  const team = useTeam();

  const hrefOf = (format: string) =>
    serializeAuditFilters(`/t/${team.id}/audit/export?format=${format}`, filters);

  return (
    <Menu {...useOpening(isOpened)} position="bottom-end" width={220}>
      <Menu.Target>{children}</Menu.Target>
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
