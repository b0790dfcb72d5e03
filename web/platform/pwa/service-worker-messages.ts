/** Messages from page to worker that are answered. `activate`: take over unless something on this device would be disturbed. */
export type WorkerRequest = 'isQuiet' | 'activate';
/**
 * Messages from page to worker without an answer. `claim`: take over the pages that have no worker. Those about the disk are repeated, because a
 * restarted worker has forgotten them.
 */
export type WorkerNotice = 'diskFull' | 'diskFree' | 'claim';
/** Answers from worker to page, sent on the message's port. */
export type WorkerReply = 'quiet' | 'busy';
