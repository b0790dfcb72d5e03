/** Page → worker. `activate`: take over if nothing on this device would be disturbed. */
export type WorkerQuestion = 'isQuiet' | 'activate';
/** Worker → page, on the message's port. */
export type WorkerAnswer = 'quiet' | 'busy';
