import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { buildWatch } from '#lib/update/build-watch.ts';
import floating from './floating-notice.module.css';
import { FloatingNotice, NoticeButton } from './floating-notice.tsx';

/** Offers to reload a page that was loaded before an upgrade. Not loaded lazily: the files of its build may be gone. */
export function UpdateNotice() {
  const isOutOfDate = buildWatch.outOfDate.use();
  const [isPutOff, setPutOff] = useState(false);
  const actions = (
    <>
      <NoticeButton onClick={() => window.location.reload()}>Reload</NoticeButton>
      <NoticeButton onClick={() => setPutOff(true)}>Later</NoticeButton>
    </>
  );
  return (
    <FloatingNotice
      actions={actions}
      className={floating.update}
      Icon={IconRefresh}
      isShown={isOutOfDate && !isPutOff}
    >
      Crewboard was updated. Reload this page soon: drafts are kept.
    </FloatingNotice>
  );
}
