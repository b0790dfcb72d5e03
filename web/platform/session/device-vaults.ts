export { isDiskFull } from '../journal/journal-replica.ts';
import { deviceDatabase } from '../database/device-database.ts';
import { createVaultStore } from './vault-store.ts';

export const deviceVaults = createVaultStore(deviceDatabase);
