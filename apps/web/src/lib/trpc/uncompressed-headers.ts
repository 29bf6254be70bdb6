/**
 * For calls to the API. `fetch` would request compression, which costs more between neighbouring servers than it saves.
 */
export const uncompressedHeaders = { 'Accept-Encoding': 'identity' };
