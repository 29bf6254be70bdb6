import { type TrackedEnvelope, tracked } from '@trpc/server';

/** Adds to each message its position in the stream, from which a client that reconnects continues. */
export function trackedStream<Call, Message extends { id: string }>(
  verb: (call: Call) => Promise<AsyncIterable<Message>>,
): (call: Call) => Promise<AsyncIterable<TrackedEnvelope<Omit<Message, 'id'>>>> {
  return async (call) => track(await verb(call));
}

async function* track<Message extends { id: string }>(messages: AsyncIterable<Message>) {
  for await (const { id, ...message } of messages) yield tracked(id, message);
}
