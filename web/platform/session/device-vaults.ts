export { isDiskFull } from '../journal/second-copy.ts';
import { deviceDatabase } from '../database/device-database.ts';
import { createVaultStore } from './vault-store.ts';

export const deviceVaults = createVaultStore(deviceDatabase);
