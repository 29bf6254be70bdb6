import { erasedEmail, erasedName } from './erased-account.ts';

/** The JSON of a response without the name and the e-mail of this person, which stand beside the id. */
export function eraseFromResponse(value: unknown, userId: string): unknown {
  if (Array.isArray(value)) return value.map((each) => eraseFromResponse(each, userId));
  if (value === null || typeof value !== 'object') return value;
  const isPerson = 'id' in value ? value.id === userId : 'userId' in value && value.userId === userId;
  return Object.fromEntries(
    Object.entries(value).map(([field, each]) => {
      if (isPerson && field === 'name') return [field, erasedName];
      if (isPerson && field === 'email') return [field, erasedEmail(userId)];
      return [field, eraseFromResponse(each, userId)];
    }),
  );
}
