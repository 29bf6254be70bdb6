export type DraftForm = 'new-task' | 'title' | 'description' | 'comment' | 'instructions' | 'release';

/** A draft belongs to one person, in one team, in one form of one task or project. */
export interface DraftKey {
  accountId: string;
  teamId: string;
  form: DraftForm;
  /** The task or the project; empty for a form that creates one. */
  subjectId: string;
}

const PREFIX = 'crewboard-draft/';
/** Separates the time of a draft from its value. */
const AFTER_TIME = ' ';
const maxCount = 50;
/** In UTF-16 code units; browsers give a site about 5 million. */
const maxTotalLength = 1_000_000;

interface StoredDraft {
  name: string;
  text: string;
  savedAt: number;
}

/**
 * Unsent texts in the session storage of a tab: they survive a reload and a new sign-in. Keeps at most 50 drafts with
 * 1,000,000 characters in all, and removes the oldest beyond that.
 */
export class DraftStore {
  readonly #openStorage: () => Storage;

  constructor(openStorage: () => Storage) {
    this.#openStorage = openStorage;
  }

  /** The draft, or null. The caller validates it: other code can write to the storage. */
  read(key: DraftKey): unknown {
    const text = this.#try((storage) => storage.getItem(nameOf(key)));
    return text ? parse(text) : null;
  }

  write(key: DraftKey, value: unknown): void {
    this.#try((storage) => {
      const name = nameOf(key);
      const text = `${Date.now()}${AFTER_TIME}${JSON.stringify(value)}`;
      makeRoom(storage, name, text.length);
      storage.setItem(name, text);
    });
  }

  remove(key: DraftKey): void {
    this.#try((storage) => storage.removeItem(nameOf(key)));
  }

  removeAllButOf(accountId: string): void {
    this.#try((storage) => {
      for (const { name } of listDrafts(storage)) {
        if (!name.startsWith(`${PREFIX}${accountId}/`)) storage.removeItem(name);
      }
    });
  }

  /** Returns null if the storage is missing or full: forms then work without drafts. */
  #try<Result>(use: (storage: Storage) => Result): Result | null {
    try {
      return use(this.#openStorage());
    } catch {
      return null;
    }
  }
}

/** The drafts of this tab. */
export const drafts = new DraftStore(() => window.sessionStorage);

const nameOf = ({ accountId, teamId, form, subjectId }: DraftKey): string =>
  `${PREFIX}${accountId}/${teamId}/${form}/${subjectId}`;

function listDrafts(storage: Storage): StoredDraft[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => {
      const text = storage.getItem(name) ?? '';
      return { name, text, savedAt: Number.parseInt(text, 10) || 0 };
    });
}

/** Removes the oldest drafts until one more of this length fits. */
function makeRoom(storage: Storage, name: string, length: number): void {
  const others = listDrafts(storage)
    .filter((draft) => draft.name !== name)
    .sort((one, other) => one.savedAt - other.savedAt);
  let total = others.reduce((sum, { text }) => sum + text.length, length);
  for (const [index, oldest] of others.entries()) {
    if (others.length - index < maxCount && total <= maxTotalLength) return;
    storage.removeItem(oldest.name);
    total -= oldest.text.length;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf(AFTER_TIME) + 1));
  } catch {
    return null;
  }
}
