/** Bytes in one message at most, before base64. */
export const CHUNK_BYTES = 4 * 1024 * 1024;

/** Files in one message at most. */
export const MOST_FILES = 64;
