'use client';

import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { buildWatch } from '#lib/update/build-watch.ts';
import floating from './floating-notice.module.css';

/** Offers to reload a page that was loaded before an upgrade. Not loaded lazily: the files of its build may be gone. */
export function UpdateNotice() {
  const isOutOfDate = buildWatch.outOfDate.use();
  const [isPutOff, setPutOff] = useState(false);
  return (
    <div className={floating.container} role="status">
      {isOutOfDate && !isPutOff && (
        <div className={`${floating.notice} ${floating.update}`} data-floating-notice>
          <p className={floating.message}>
            <IconRefresh aria-hidden size={16} stroke={1.5} />
            Crewboard was updated. Reload this page soon: drafts are kept.
          </p>
          <div className={floating.actions}>
            <Button onClick={() => window.location.reload()} size="compact-xs" variant="default">
              Reload
            </Button>
            <Button onClick={() => setPutOff(true)} size="compact-xs" variant="default">
              Later
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
