/** Of the one IndexedDB database; apart from its schema, so that asking for it draws in no Dexie. */
export const databaseName = 'wenkao';
