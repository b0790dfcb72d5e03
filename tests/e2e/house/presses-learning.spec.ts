import { learningPresses } from './presses/learning-presses.ts';
import { tryPresses } from './presses/try-presses.ts';

tryPresses(learningPresses);
