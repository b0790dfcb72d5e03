import { taskPresses } from './presses/task-presses.ts';
import { tryPresses } from './presses/try-presses.ts';

tryPresses(taskPresses);
