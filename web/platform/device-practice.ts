import { deviceDatabase } from './device-database.ts';
import { createPracticeCache, practiceShelf } from './practice-cache.ts';

/** Separate from `device.ts`, because the exam page does not need practice. */
export const practice = createPracticeCache(practiceShelf(deviceDatabase));
