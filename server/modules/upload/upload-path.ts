import { join } from 'node:path';

/** Returns the path of an uploaded file. The first two letters of the name spread the files over 256 folders. */
export const getUploadPath = (folder: string, name: string): string => join(folder, name.slice(0, 2), name);
