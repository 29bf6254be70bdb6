import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { copyText } from '#lib/text/copy-text.ts';

interface CopyIconProps {
  label: string;
  text: () => string;
  icon?: ReactNode;
  size?: 'sm';
}

const copyIcon = <IconCopy aria-hidden size={14} stroke={1.5} />;

/** A button that copies a text, and says so for two seconds. */
export function CopyIcon({ label, text, icon = copyIcon, size }: CopyIconProps) {
  const [outcome, setOutcome] = useState<'Copied' | 'Not copied' | null>(null);

  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(null), 2_000);
    return () => clearTimeout(timer);
  }, [outcome]);

  return (
    <Tooltip label={outcome ?? label}>
      <ActionIcon
        aria-label={label}
        color="gray"
        onClick={async () => setOutcome((await copyText(text())) ? 'Copied' : 'Not copied')}
        size={size}
        variant="subtle"
      >
        {outcome === 'Copied' ? <IconCheck aria-hidden color="var(--color-good)" size={16} /> : icon}
        <span className="visually-hidden" role="status">
          {outcome}
        </span>
      </ActionIcon>
    </Tooltip>
  );
}
