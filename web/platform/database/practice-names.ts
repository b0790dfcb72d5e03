/** Prefix of all storage keys of practice data. */
export const practiceKeyPrefix = 'practice';
