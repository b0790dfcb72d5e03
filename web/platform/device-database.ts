import { DeviceDatabase } from './database.ts';

/** This tab's connection; opened at its first use. */
export const deviceDatabase = new DeviceDatabase();
