import { parseCameraKind } from '../../../sync/contract/exams/camera.ts';
import type { App } from '../../context.ts';
import { createRefusalResponse } from '../../http/response.ts';
import { getRequestLanguage } from '../../http/call-context.ts';
import { Refusal } from '../../http/handler.ts';
import type { ServerClock } from '../../ports.ts';
import { createFileAddresses } from './file-address.ts';
import { syncMessages } from './sync-messages.ts';
import type { SyncReads } from './sync-reads.ts';

/**
 * Picture types that the browser may display; other files are only downloaded. The first bytes decide, because the type that the device stated
 * proves nothing.
 */
const pictures: readonly (readonly [mime: string, head: RegExp])[] = [
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF.{4}WEBP/s],
];

interface FileDeps {
  readonly secret: Parameters<typeof createFileAddresses>[0];
  readonly clock: ServerClock;
  readonly sync: Pick<SyncReads, 'file' | 'waitUntilProjected'>;
  /** Reads a picture that the camera of an examinee's PC took; undefined if there is none. */
  readonly cameraPicture: SyncReads['file'];
}

/** Mounts the route that serves attachments. Only users who received the answer know the address of its file. */
export function mountAnswerFiles(app: App, { secret, clock, sync, cameraPicture }: FileDeps): void {
  const addresses = createFileAddresses(secret);
  app.get('/answer-files/*', async (c) => {
    const address = addresses.read(c.req.path, clock.nowMs());
    await sync.waitUntilProjected();
    const readFile = address && parseCameraKind(address.itemId) ? cameraPicture : sync.file;
    const file = address && (await readFile(address.attemptId, address.itemId));
    if (!file) return createRefusalResponse(new Refusal('unknownCall', syncMessages.fileGone()), getRequestLanguage(c));
    const head = file.bytes.toString('latin1', 0, 16);
    const mime = pictures.find(([, pattern]) => pattern.test(head))?.[0];
    return new Response(new Uint8Array(file.bytes), {
      headers: {
        'content-type': mime ?? 'application/octet-stream',
        'content-disposition': `${mime === undefined ? 'attachment' : 'inline'}; filename*=UTF-8''${encodeURIComponent(file.name)}`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, no-store',
      },
    });
  });
}
