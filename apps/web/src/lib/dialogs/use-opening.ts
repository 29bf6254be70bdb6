import { useEffect, useState } from 'react';

/**
 * The state of a menu. `isOpened` on its first render opens it right after that render: Mantine then returns the focus
 * on close. A later `false` says nothing, because `lazyControl` forgets the press once the menu is there.
 */
export function useOpening(isOpened: boolean): { opened: boolean; onChange: (opened: boolean) => void } {
  const [opened, onChange] = useState(false);
  useEffect(() => {
    if (isOpened) onChange(true);
  }, [isOpened]);
  return { opened, onChange };
}
