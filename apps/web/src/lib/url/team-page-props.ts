import type { SearchParams } from 'nuqs/server';

/** The props that Next passes to a page of a team. `Part` names the further parameters of its path. */
export interface TeamPageProps<Part extends string = never> {
  params: Promise<Record<'team' | Part, string>>;
  searchParams: Promise<SearchParams>;
}
