import type { Member, MemberPage, MemberRole } from '@crewboard/contracts';
import type { InfiniteData } from '@tanstack/react-query';

/** The pages of the member list in the query cache. */
export type MemberPages = InfiniteData<MemberPage, string | null>;

/** Each member once: a member who was renamed between two reads may be on two pages. */
export function membersIn({ pages }: MemberPages): Member[] {
  const byId = new Map(pages.flatMap(({ members }) => members.map((member) => [member.userId, member])));
  return [...byId.values()];
}

export function withRole(data: MemberPages, userId: string, role: MemberRole): MemberPages {
  return mapMembers(data, (members) =>
    members.map((member) => (member.userId === userId ? { ...member, role } : member)),
  );
}

export function withoutMember(data: MemberPages, userId: string): MemberPages {
  return mapMembers(data, (members) => members.filter((member) => member.userId !== userId));
}

function mapMembers(data: MemberPages, change: (members: Member[]) => Member[]): MemberPages {
  return { ...data, pages: data.pages.map((page) => ({ ...page, members: change(page.members) })) };
}

/** The members whose name or e-mail address contains every word, in any case. */
export function filterMembers(members: Member[], query: string): Member[] {
  const parts = query.toLowerCase().split(/\s+/).filter(Boolean);
  return members.filter(({ name, email }) => {
    const text = `${name} ${email}`.toLowerCase();
    return parts.every((part) => text.includes(part));
  });
}
