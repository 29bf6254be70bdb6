import type { Link } from '@crewboard/contracts';

/** A link that is added to those of a task, or removed. */
export interface LinkEdit {
  link: Link;
  isAdded: boolean;
}

/** The links after an edit. The same link may be there twice: one of them is removed. */
export function editedLinks(links: readonly Link[], { link, isAdded }: LinkEdit): Link[] {
  if (isAdded) return [...links, link];
  const removed = links.findIndex(({ url, title }) => url === link.url && title === link.title);
  return links.filter((_, index) => index !== removed);
}
