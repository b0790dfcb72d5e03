import { deviceDatabase } from '../database/device-database.ts';
import { createPracticeCache, createPracticeStorage } from './practice-cache.ts';

/** Separate from `device.ts`, because the exam page does not need practice. */
export const practiceCache = createPracticeCache(createPracticeStorage(deviceDatabase));
