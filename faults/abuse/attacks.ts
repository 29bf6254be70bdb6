import type { Attack } from './attack.ts';
import { anonymousStatus } from './attacks/anonymous-status.ts';
import { batchedLists } from './attacks/batched-lists.ts';
import { boardSearch } from './attacks/board-search.ts';
import { commentsOnLargeTask } from './attacks/comments-on-large-task.ts';
import { eightWriters, fourWriters, twoWriters } from './attacks/concurrent-writers.ts';
import { contentTypeBlanks } from './attacks/content-type-blanks.ts';
import { escapedPages } from './attacks/escaped-pages.ts';
import { forgedForwardedFor, ipv6Requests, ipv6SignIns } from './attacks/forged-addresses.ts';
import { forgedLogLines } from './attacks/forged-log-lines.ts';
import { guessedInvitations } from './attacks/guessed-invitations.ts';
import { inFlightFlood } from './attacks/in-flight-flood.ts';
import { largeArrays } from './attacks/large-arrays.ts';
import { largeAuthBodies, largeBodiesToApi } from './attacks/large-bodies.ts';
import { largeEvents } from './attacks/large-events.ts';
import { largeInstructions } from './attacks/large-instructions.ts';
import { longDescriptions } from './attacks/long-descriptions.ts';
import { manyArrayItems } from './attacks/many-array-items.ts';
import { manyStreams } from './attacks/many-streams.ts';
import { mcpLists, mcpUnread } from './attacks/mcp-results.ts';
import { oneFastCredential } from './attacks/one-fast-credential.ts';
import { pipelinedPages } from './attacks/pipelined-pages.ts';
import { privateWebhooks } from './attacks/private-webhooks.ts';
import { oneAgent, oneKey, oneTask } from './attacks/row-locks.ts';
import { sessionFlood } from './attacks/session-flood.ts';
import { signInFlood } from './attacks/sign-in-flood.ts';
import { slowBodiesToApi, slowBodiesToWeb } from './attacks/slow-bodies.ts';
import { unknownTokens } from './attacks/unknown-tokens.ts';
import { unreadPages } from './attacks/unread-pages.ts';
import { updatesBesideStreams } from './attacks/updates-beside-streams.ts';

/** Every attack of the suite, grouped by kind of service. */
export const attacks: Attack[] = [
  contentTypeBlanks,
  privateWebhooks,
  boardSearch,
  commentsOnLargeTask,
  updatesBesideStreams,
  unreadPages,
  batchedLists,
  mcpLists,
  mcpUnread,
  longDescriptions,
  ...escapedPages,
  twoWriters,
  fourWriters,
  eightWriters,
  slowBodiesToApi,
  largeBodiesToApi,
  anonymousStatus,
  largeArrays,
  manyStreams,
  oneTask,
  oneAgent,
  oneKey,
  oneFastCredential,
  unknownTokens,
  inFlightFlood,
  pipelinedPages,
  largeEvents,
  largeInstructions,
  manyArrayItems,
  forgedLogLines,
  largeAuthBodies,
  slowBodiesToWeb,
  signInFlood,
  sessionFlood,
  guessedInvitations,
  forgedForwardedFor,
  ipv6SignIns,
  ipv6Requests,
];
