/** Messages from a page to the service worker that the worker answers. `activate`: take over unless that would disturb something on this device. */
export type WorkerRequest = 'isQuiet' | 'activate';
/**
 * Messages from a page to the service worker that the worker does not answer. `claim`: take over the pages that have no worker. Pages repeat
 * `diskFull` and `diskFree`, because a worker that was restarted has forgotten them.
 */
export type WorkerNotice = 'diskFull' | 'diskFree' | 'claim';
/** Answers from the service worker to a page, sent on the message's port. */
export type WorkerReply = 'quiet' | 'busy';
