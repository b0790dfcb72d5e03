import { readFileSync, writeFileSync } from 'node:fs';
import { repairLock, type PackageLock } from './lock.ts';

/** Repairs the lock file (`npm run lock:mend`) after an `npm install`. */
const path = 'package-lock.json';
const lock = JSON.parse(readFileSync(path, 'utf8')) as PackageLock;
writeFileSync(path, `${JSON.stringify(repairLock(lock), null, 2)}\n`);
