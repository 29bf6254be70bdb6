import { type KeyAccess, keyAccesses } from '@crewboard/contracts';

export const accessNames: Record<KeyAccess, string> = { manage: 'Manage', tasks: 'Tasks', read: 'Read' };

/** What a program can do with a key of this access. */
export const accessDescriptions: Record<KeyAccess, string> = {
  manage: 'Everything over the API: also agents and their tokens, projects and webhooks.',
  tasks: 'Create, change and comment on tasks, and read. For programs that hand out work.',
  read: 'Only read. For reports and exports.',
};

/** The data of the select in the form of a new key. */
export const accessOptions = keyAccesses.map((access) => ({ value: access, label: accessNames[access] }));
