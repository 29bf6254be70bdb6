'use client';

import { useEffect, useState } from 'react';

/** The state of a menu that opens after its first rendering: only then does the focus return to its button on close. */
export function useOpening(isOpened: boolean): { opened: boolean; onChange: (opened: boolean) => void } {
  const [opened, onChange] = useState(false);
  useEffect(() => onChange(isOpened), [isOpened]);
  return { opened, onChange };
}
