import { readFileSync, writeFileSync } from 'node:fs';
import { mendLock, type Lock } from './lock.ts';

/** Repairs the lock file (`npm run lock:mend`) after an `npm install`. */
const path = 'package-lock.json';
const lock = JSON.parse(readFileSync(path, 'utf8')) as Lock;
writeFileSync(path, `${JSON.stringify(mendLock(lock), null, 2)}\n`);
