'use client';

import { useEffect, useState } from 'react';

/** The state of a menu that may open at once. Opens it after its first render: Mantine then returns the focus on close. */
export function useOpening(isOpened: boolean): { opened: boolean; onChange: (opened: boolean) => void } {
  const [opened, onChange] = useState(false);
  useEffect(() => onChange(isOpened), [isOpened]);
  return { opened, onChange };
}
