import { enrollPresses } from './presses/enroll-presses.ts';
import { filingPresses } from './presses/filing-presses.ts';
import { tryPresses } from './presses/try-presses.ts';

tryPresses([...filingPresses, ...enrollPresses]);
