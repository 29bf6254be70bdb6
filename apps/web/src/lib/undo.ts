/** How a change was taken back: what to say about it, or null when it failed and that was said already. */
export type Undo = () => Promise<string | null>;

interface Offer {
  id: string;
  run: () => void;
}

let offers: Offer[] = [];

/** Makes this the change that Ctrl+Z takes back. */
export function offerUndo(offer: Offer): void {
  offers = [...offers.filter(({ id }) => id !== offer.id), offer];
}

export function withdrawUndo(id: string): void {
  offers = offers.filter((offer) => offer.id !== id);
}

/** Takes the latest change back whose toast is still shown. */
export function undoLatest(): void {
  offers.at(-1)?.run();
}
