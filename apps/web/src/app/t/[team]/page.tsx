import { redirect } from 'next/navigation';

export default async function TeamPage({ params }: { params: Promise<{ team: string }> }) {
  redirect(`/t/${(await params).team}/board`);
}
