/** For calls to the API: compression between neighbouring servers costs more than it saves. fetch would request it. */
export const uncompressedHeaders = { 'Accept-Encoding': 'identity' };
