import { peoplePresses } from './presses/people-presses.ts';
import { tryPresses } from './presses/try-presses.ts';

tryPresses(peoplePresses);
