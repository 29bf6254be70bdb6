/** The host of a link as people know it: "github.com" of https://www.github.com/team. */
export const linkHost = (url: string): string => new URL(url).host.replace(/^www\./, '');
