import { TextInput } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { fromLocalField, toLocalField } from '#lib/format/local-time.ts';
import { quote } from '#lib/text/isolate.ts';
import type { AuditFilters } from './audit-filters.ts';
import styles from './audit-scope.module.css';
import type { SetAuditFilters } from './use-audit-filters.ts';

interface AuditScopeProps {
  filters: AuditFilters;
  /** The name of the subject in the filter, if it is known. */
  subject: string | undefined;
  setFilters: SetAuditFilters;
}

/** The filters below the header, while they are set: one subject, and custom times. */
export function AuditScope({ filters, subject, setFilters }: AuditScopeProps) {
  const { subjectId, from, to } = filters;
  // Only the browser knows the reader's time zone.
  const isInBrowser = useMounted();
  const bounds = [
    { name: 'from', label: 'From', shown: from ? toLocalField(new Date(from)) : '' },
    { name: 'to', label: 'To', shown: to ? toLocalField(new Date(to)) : '' },
  ] as const;
  const hasBounds = Boolean(from || to);
  if (!subjectId && !hasBounds) return null;

  return (
    <div className={styles.scope}>
      {subjectId && (
        <button
          className={styles.subject}
          onClick={() => setFilters({ subjectId: null })}
          title="Show all subjects"
          type="button"
        >
          <span className="truncate">Only {subject ? quote(subject) : subjectId}</span>
          <IconX aria-hidden size={13} />
        </button>
      )}
      {hasBounds &&
        bounds.map(({ name, label, shown }) => (
          <div className={styles.bound} key={name}>
            <span aria-hidden>{label}</span>
            <TextInput
              aria-label={label}
              // Uncontrolled: an incomplete field reports no value. Its key mounts it again for a new value.
              defaultValue={isInBrowser ? shown : ''}
              key={`${isInBrowser}${filters[name]}`}
              onBlur={({ currentTarget: { value } }) => {
                if (value === shown) return;
                setFilters({ [name]: fromLocalField(value)?.toISOString() ?? null });
              }}
              onKeyDown={({ key, currentTarget }) => {
                if (key === 'Enter') currentTarget.blur();
              }}
              size="xs"
              type="datetime-local"
            />
          </div>
        ))}
    </div>
  );
}
