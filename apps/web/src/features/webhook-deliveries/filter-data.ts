import type { DeliveryStatus } from '@crewboard/contracts';
import { subjectNames, subjectTypes, typesAbout } from '../../domain/events/event-types.ts';
import { statusNames } from './delivery-words.ts';

const statuses = Object.keys(statusNames) as DeliveryStatus[];

export const statusData = statuses.map((value) => ({ value, label: statusNames[value] }));

/** The types by what they are about. */
export const typeData = subjectTypes.map((subject) => ({
  group: subjectNames[subject].many,
  items: typesAbout(subject),
}));
