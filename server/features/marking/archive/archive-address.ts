import type { KeyObject } from 'node:crypto';
import { createDownloadAddresses, downloadName } from '../../../downloads/download-address.ts';

export const archiveFolder = 'archives';

/** Makes and reads the addresses of archives. */
export const createArchiveAddresses = (secret: KeyObject) => createDownloadAddresses(secret, archiveFolder, downloadName);
