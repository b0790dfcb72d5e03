/** Page → worker. `activate`: take over if nothing on this device would be disturbed. */
export type WorkerQuestion = 'isQuiet' | 'activate';
/** Page → worker, again and again: a worker that was stopped has forgotten it. */
export type WorkerNotice = 'diskFull' | 'diskFree';
/** Worker → page, on the message's port. */
export type WorkerAnswer = 'quiet' | 'busy';
