import { redirect } from 'next/navigation';
import type { TeamPageProps } from '#lib/url/team-page-props.ts';

export default async function SettingsPage({ params }: TeamPageProps) {
  const { team } = await params;
  redirect(`/t/${team}/settings/projects`);
}
