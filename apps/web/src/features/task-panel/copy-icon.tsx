'use client';

import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { copyText } from '#lib/text/copy-text.ts';

interface CopyIconProps {
  label: string;
  icon: ReactNode;
  text: () => string;
  size?: 'sm';
}

/** Copies a text, and says so for two seconds. */
export function CopyIcon({ label, icon, text, size }: CopyIconProps) {
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
