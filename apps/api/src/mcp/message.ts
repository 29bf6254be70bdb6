/** What a message may have besides the arguments of its tool, in bytes: a waiting call keeps it. */
export const maxAround = 16 * 1024;

/** The maximum of a message with a result. */
const maxMessageBytes = 256 * 1024;
/** Besides the items there is what the message of the call had besides its arguments, such as its id. */
export const maxItemsBytes = maxMessageBytes - 2 * maxAround;
