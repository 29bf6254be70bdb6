/** Undoes a change. Resolves to true or a remark for the person; to false after a failure, which was shown. */
export type Undo = () => Promise<boolean | string>;

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
