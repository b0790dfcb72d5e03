import { deviceDatabase } from './device-database.ts';
import { createPracticeCache, practiceShelf } from './practice-cache.ts';

/** Apart from the rest of the device: the exam page does without. */
export const practice = createPracticeCache(practiceShelf(deviceDatabase));
