import { roomPresses } from './presses/room-presses.ts';
import { tryPresses } from './presses/try-presses.ts';

tryPresses(roomPresses);
