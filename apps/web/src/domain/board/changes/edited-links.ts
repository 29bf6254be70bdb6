import type { Link } from '@crewboard/contracts';

/** Adds a link to a task, or removes it. */
export interface LinkEdit {
  link: Link;
  isAdded: boolean;
}

/** The links of a task after an edit. If a task has the same link twice, removes it once. */
export function editedLinks(links: readonly Link[], { link, isAdded }: LinkEdit): Link[] {
  if (isAdded) return [...links, link];
  const removed = links.findIndex(({ url, title }) => url === link.url && title === link.title);
  return links.filter((_, index) => index !== removed);
}
