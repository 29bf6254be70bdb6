import { redirect } from 'next/navigation';
import type { TeamPageProps } from '#lib/url/team-page-props.ts';

export default async function TeamPage({ params }: TeamPageProps) {
  redirect(`/t/${(await params).team}/board`);
}
