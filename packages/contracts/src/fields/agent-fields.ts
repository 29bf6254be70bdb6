import { type Fields, type FieldTexts, optionalFor, recordedNames } from './fields.ts';

/** The fields of an agent, in the order of its responses. The type `Field` explains their properties. */
export const agentFields = {
  id: { kind: 'id' },
  name: { kind: 'name', label: 'name', writtenBy: 'people', onCreation: 'required' },
  description: { kind: 'description', isNullable: true, label: 'description', ...optionalFor.people },
  status: { kind: 'agentStatus', label: 'status', writtenBy: 'people' },
  teamId: { kind: 'teamId' },
  taskCount: { kind: 'count', isColumn: true },
  lastActiveAt: { kind: 'time', isNullable: true },
  createdAt: { kind: 'time' },
  tokenExpiresAt: { kind: 'time', isNullable: true, label: 'expiry of the token' },
  previousTokenUntil: { kind: 'time', isNullable: true, label: 'end of the previous token' },
  paused: { kind: 'pause', isNullable: true, label: 'pause', since: 2 },
} as const satisfies Fields;

/** A constant apart from `agentFields`, so that pages do not load the texts. */
export const agentFieldTexts: FieldTexts<typeof agentFields> = {
  status: {
    onUpdate:
      '`inactive` invalidates the token at once. `active` does not restore it: rotate it to get a new one.',
  },
  taskCount: { inResponse: 'Tasks completed by this agent, in total.' },
  lastActiveAt: { inResponse: "The agent's last API call; shown within a second of it." },
  tokenExpiresAt: { inResponse: 'When the token expires; null for never, and without a token.' },
  previousTokenUntil: {
    inResponse: 'Until when the token from before the last rotation is valid as well; null when it is not.',
  },
  paused: { inResponse: 'While it is not null, the agent starts no task.' },
};

export const recordedAgentFields = recordedNames(agentFields);
