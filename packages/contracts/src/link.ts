import { z } from 'zod';
import { areLinksShort, isLinkUrl, maxLinkBytes, maxLinks } from './bounds/link-bounds.ts';
import { textBounds } from './bounds/text-bounds.ts';
import { text } from './text.ts';

/** A page that belongs to a task. */
export const Link = z.strictObject({ url: z.string(), title: z.string().nullable() }).meta({ id: 'Link' });
export type Link = z.infer<typeof Link>;

const LinkUrl = text(textBounds.linkUrl).refine(isLinkUrl, {
  error: 'must be an address that begins with http:// or https://, without a user name, a password or blanks',
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
  .max(maxLinks, { error: `must have at most ${maxLinks} links` })
  .refine(areLinksShort, { error: `must have at most ${maxLinkBytes} bytes in all, as JSON` });
