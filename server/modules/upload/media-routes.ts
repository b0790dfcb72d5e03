import { uploadUrlPattern } from '../../../sync/contract/upload.ts';
import type { App } from '../../app.ts';
import { answerRefusal } from '../../http/answer.ts';
import { languageIn } from '../../http/call-context.ts';
import { refuse } from '../../http/handler.ts';
import type { MediaTickets } from '../../http/media-ticket.ts';
import type { ServerClock } from '../../ports.ts';
import { answerUpload } from './upload-file.ts';
import { uploadMessages } from './upload-messages.ts';
import { uploadPath } from './upload-path.ts';
import type { uploadStore } from './upload-store.ts';

interface MediaDeps {
  readonly clock: ServerClock;
  readonly folder: string;
  readonly store: ReturnType<typeof uploadStore>;
  readonly tickets: MediaTickets;
  /** May this person open the file of this address now? */
  readonly mayOpen: (userId: number, url: string, nowMs: number) => Promise<boolean>;
}

/** Guarded files, in ranges, to those who may open them. Whoever may not learns no more than that there is nothing. */
export function mountMedia(app: App, { clock, folder, store, tickets, mayOpen }: MediaDeps): void {
  app.on(['GET', 'HEAD'], '/media/*', async (c) => {
    const url = c.req.path.replace('/media/', '/uploads/');
    const name = uploadUrlPattern.exec(url)?.[1];
    const gone = () => answerRefusal(refuse('unknownCall', uploadMessages.gone()), languageIn(c));
    const nowMs = clock.nowMs();
    const userId = name === undefined ? undefined : tickets.readerOf(name, new URL(c.req.url).searchParams, nowMs);
    if (name === undefined || userId === undefined || !(await mayOpen(userId, url, nowMs))) return gone();
    const stored = await store.byName(name);
    return (stored && (await answerUpload(uploadPath(folder, name), stored, c.req.raw))) ?? gone();
  });
}
