import { markingPresses } from './presses/marking-presses.ts';
import { tryPresses } from './presses/try-presses.ts';

tryPresses(markingPresses);
