import { redirect } from 'next/navigation';

export default async function SettingsPage({ params }: { params: Promise<{ team: string }> }) {
  const { team } = await params;
  redirect(`/t/${team}/settings/projects`);
}
