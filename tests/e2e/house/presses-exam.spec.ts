import { examPresses } from './presses/exam-presses.ts';
import { tryPresses } from './presses/try-presses.ts';

tryPresses(examPresses);
