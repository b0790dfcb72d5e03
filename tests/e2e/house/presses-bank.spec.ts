import { bankPresses } from './presses/bank-presses.ts';
import { tryPresses } from './presses/try-presses.ts';

tryPresses(bankPresses);
