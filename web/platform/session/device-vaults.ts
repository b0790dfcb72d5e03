export { isJournalDiskFull } from '../journal/journal-replica.ts';
import { deviceDatabase } from '../journal/device-database.ts';
import { createVaultStore } from './vault-store.ts';

export const deviceVaults = createVaultStore(deviceDatabase);
