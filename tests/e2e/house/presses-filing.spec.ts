import { enrollPresses } from './presses/enroll-presses.ts';
import { declarePresses } from './presses/declare-presses.ts';
import { filingPresses } from './presses/filing-presses.ts';
import { tryPresses } from './presses/try-presses.ts';

tryPresses([...filingPresses, ...declarePresses, ...enrollPresses]);
