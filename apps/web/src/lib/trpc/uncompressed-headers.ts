/** For calls of the API: between servers beside each other, compressing costs more than it saves. fetch asks for it. */
export const uncompressedHeaders = { 'Accept-Encoding': 'identity' };
