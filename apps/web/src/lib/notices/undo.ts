/** Undoes a change. Resolves to a remark for the person, which may be empty; to null after a failure that was shown. */
export type Undo = () => Promise<string | null>;

interface Offer {
  id: string;
  run: () => void;
}

let offers: Offer[] = [];

/** Ctrl+Z undoes this change, until it is withdrawn. Then it undoes the change before. */
export function offerUndo(offer: Offer): void {
  offers = [...offers.filter(({ id }) => id !== offer.id), offer];
}

/** Ctrl+Z no longer undoes this change. */
export function withdrawUndo(id: string): void {
  offers = offers.filter((offer) => offer.id !== id);
}

/** Undoes the latest change whose toast is still shown. */
export function undoLatest(): void {
  offers.at(-1)?.run();
}
