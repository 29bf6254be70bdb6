'use client';

import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { announce } from '#lib/notices/announce.ts';
import { hideToastAfter } from '#lib/notices/toast.ts';
import { offerUndo, type Undo, withdrawUndo } from '#lib/notices/undo.ts';
import styles from './undo-message.module.css';

const UNDONE_MS = 4_000;

interface UndoMessageProps {
  toastId: string;
  label: string;
  /** The name of what was changed. */
  detail: string;
  onUndo: Undo;
  onShow?: () => void;
}

/** A change, with Undo. The button stays in place after a click, so that a second click hits nothing else. */
export function UndoMessage({ toastId, label, detail, onUndo, onShow }: UndoMessageProps) {
  const [state, setState] = useState<'offered' | 'busy' | 'ended'>('offered');
  const [outcome, setOutcome] = useState<string | null>(null);

  const undo = useEffectEvent(async () => {
    if (state !== 'offered') return;
    setState('busy');
    withdrawUndo(toastId);
    const remark = await onUndo();
    setState('ended');
    setOutcome(remark);
    if (remark !== null) announce(`Undone: ${label}, “${detail}”. ${remark}`);
    hideToastAfter(toastId, remark === null ? 0 : UNDONE_MS);
  });

  useEffect(() => {
    offerUndo({ id: toastId, run: () => void undo() });
    return () => withdrawUndo(toastId);
  }, [toastId]);

  return (
    <div className={styles.message}>
      <div className={styles.remark}>
        <strong>{state === 'ended' && outcome !== null ? 'Undone' : label}</strong>
        <span className={styles.detail} dir="auto">
          {outcome || detail}
        </span>
      </div>
      {onShow && (
        <Button onClick={onShow} variant="subtle">
          Show
        </Button>
      )}
      <Button
        aria-disabled={state === 'ended' || undefined}
        data-disabled={state === 'ended' || undefined}
        loading={state === 'busy'}
        onClick={() => void undo()}
        variant="default"
      >
        Undo
      </Button>
    </div>
  );
}
