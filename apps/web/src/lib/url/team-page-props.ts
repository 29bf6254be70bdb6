import type { SearchParams } from 'nuqs/server';

/** What Next gives to a page of a team. `Part` is what its path has beside the team. */
export interface TeamPageProps<Part extends string = never> {
  params: Promise<Record<'team' | Part, string>>;
  searchParams: Promise<SearchParams>;
}
