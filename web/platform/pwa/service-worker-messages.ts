/**
 * Messages from a page to the service worker that the worker answers. `isQuiet`: would an update disturb nothing on this device? `activate`: if it
 * would not, replace the active worker.
 */
export type WorkerRequest = 'isQuiet' | 'activate';
/**
 * Messages from a page to the service worker that the worker does not answer. `claim`: take control of the pages that have no worker. Pages repeat
 * `diskFull` and `diskFree`, because a worker that was restarted has forgotten them.
 */
export type WorkerNotice = 'diskFull' | 'diskFree' | 'claim';
/** Answers from the service worker to a page, sent on the message's port. */
export type WorkerReply = 'quiet' | 'busy';
