import { type TrackedEnvelope, tracked } from '@trpc/server';

/** Says with each message where in the stream it stands, so that a client that connects again goes on from there. */
export function trackedStream<Call, Message extends { id: string }>(
  verb: (call: Call) => Promise<AsyncIterable<Message>>,
): (call: Call) => Promise<AsyncIterable<TrackedEnvelope<Omit<Message, 'id'>>>> {
  return async (call) => track(await verb(call));
}

async function* track<Message extends { id: string }>(messages: AsyncIterable<Message>) {
  for await (const { id, ...message } of messages) yield tracked(id, message);
}
