import { z } from 'zod';
import { maxLinks } from './link-bounds.ts';
import { text } from './text.ts';
import { textBounds } from './text-bounds.ts';

/** A page that belongs to a task. */
export const Link = z.strictObject({ url: z.string(), title: z.string().nullable() }).meta({ id: 'Link' });
export type Link = z.infer<typeof Link>;

/** Whether it is the address of a page: http or https, with a host, and without a password. */
export function isLinkUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
}

const LinkUrl = text(textBounds.linkUrl).refine(isLinkUrl, {
  error: 'must be an address that begins with http:// or https://, without a password',
});

export const GivenLinks = z
  .array(
    z.strictObject({
      url: LinkUrl,
      title: text(textBounds.linkTitle)
        .nullish()
        .transform((title) => title ?? null),
    }),
  )
  .max(maxLinks, { error: `must have at most ${maxLinks} links` });
