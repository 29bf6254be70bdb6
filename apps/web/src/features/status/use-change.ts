import { useState } from 'react';

/** Empty until `text` first changes, then always `text`: for live regions, which are silent on load. */
export function useChange(text: string): string {
  const [initial] = useState(text);
  const [changed, setChanged] = useState(false);
  if (!changed && text !== initial) setChanged(true);
  return changed ? text : '';
}
