import { uploadUrlPattern } from '../../../../sync/contract/platform/upload.ts';
import type { App } from '../../../context.ts';
import { createRefusalResponse } from '../../../http/response.ts';
import { getRequestLanguage } from '../../../http/call-context.ts';
import { catchRefusal, Refusal } from '../../../http/handler.ts';
import type { MediaTickets } from '../../../http/media-ticket.ts';
import type { ObjectStore } from '../../../object-store/object-store.ts';
import type { ServerClock } from '../../../ports.ts';
import { serveUpload } from './upload-file.ts';
import { uploadMessages } from './upload-messages.ts';
import type { createUploadStore } from './upload-store.ts';

interface MediaDeps {
  readonly clock: ServerClock;
  readonly objects: ObjectStore;
  readonly store: ReturnType<typeof createUploadStore>;
  readonly tickets: MediaTickets;
  /** Tests whether the user may open the file at this address now. */
  readonly mayOpen: (userId: number, url: string, nowMs: number) => Promise<boolean>;
}

/** Serves guarded files, such as films of courses, with range requests, to users who may open them. Other users get "not found". */
export function mountMedia(app: App, { clock, objects, store, tickets, mayOpen }: MediaDeps): void {
  app.on(['GET', 'HEAD'], '/media/*', async (c) => {
    const url = c.req.path.replace('/media/', '/uploads/');
    const name = uploadUrlPattern.exec(url)?.[1];
    const createGoneResponse = () => createRefusalResponse(new Refusal('unknownCall', uploadMessages.gone()), getRequestLanguage(c));
    const nowMs = clock.nowMs();
    const userId = name === undefined ? undefined : tickets.readerOf(name, new URL(c.req.url).searchParams, nowMs);
    if (name === undefined || userId === undefined || !(await mayOpen(userId, url, nowMs))) return createGoneResponse();
    const stored = await store.byName(name);
    return catchRefusal(
      async () => (stored && (await serveUpload(objects, name, stored, c.req.raw))) ?? createGoneResponse(),
      (refusal) => createRefusalResponse(refusal, getRequestLanguage(c)),
    );
  });
}
