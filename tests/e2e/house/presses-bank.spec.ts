import { bankPresses } from './presses/bank-presses.ts';
import { cataloguePresses } from './presses/catalogue-presses.ts';
import { tryPresses } from './presses/try-presses.ts';

tryPresses([...cataloguePresses, ...bankPresses]);
