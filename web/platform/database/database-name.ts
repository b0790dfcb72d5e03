/** Name of the IndexedDB database. It is separate from the schema, so that checking for the database does not load Dexie. */
export const databaseName = 'wenkao';
