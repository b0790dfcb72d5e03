export { isDiskFull } from './second-copy.ts';
import { deviceDatabase } from './device-database.ts';
import { createVaultStore } from './vault-store.ts';

export const deviceVaults = createVaultStore(deviceDatabase);
