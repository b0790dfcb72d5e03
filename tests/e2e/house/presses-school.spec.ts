import { schoolPresses } from './presses/school-presses.ts';
import { tryPresses } from './presses/try-presses.ts';

tryPresses(schoolPresses);
