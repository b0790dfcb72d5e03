import { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import type { CallSpec } from '../../sync/contract/call.ts';
import { type Role, userTypes } from '../../sync/contract/roles.ts';
import { type StoredFile, writeStoredZip } from '../archive/stored-zip.ts';
import type { App } from '../context.ts';
import { createRowOwnerStore } from '../db/row-owner-store.ts';
import type { Database } from '../db/schema.ts';
import { createUserReads } from '../features/people/user/user-reads.ts';
import { getRequestLanguage } from '../http/call-context.ts';
import { Refusal, say } from '../http/handler.ts';
import { createSharedRateLimiter, type SharedLimitDeps } from '../http/limits/rate-limiter.ts';
import { listRowActions } from '../http/limits/row-access.ts';
import { createRefusalResponse } from '../http/response.ts';
import type { DownloadName } from './download-address.ts';

/** Maximum number of downloads of each kind by one account in an hour, because each download reads a whole exam. */
const downloadsAnHour = 20;

/** A zip about one exam that is made while it is fetched. */
interface PlanDownload<T extends DownloadName> {
  readonly folder: string;
  readonly addresses: { read(path: string, nowMs: number): T | undefined };
  /** Call that returns the address. Only users who may make this call may download. */
  readonly call: Pick<CallSpec, 'access'>;
  /** Returns the zip's name and files; undefined if it cannot be made now. `madeBy`: name of the user who made the address. */
  content(named: T, madeBy: string): Promise<{ name: string; files: AsyncIterable<StoredFile> } | undefined>;
}

const messages = {
  gone: () => say('这个下载地址已失效，请重新导出', 'This download link has expired. Export again.'),
  tooOften: () => say('导出太频繁，请稍后再试', 'Too many downloads. Try again later.'),
} as const;

/** Serves a download. The server's disk holds no part of the zip, and one of its files at a time is in memory. */
export function mountPlanDownload<T extends DownloadName>(
  app: App,
  deps: SharedLimitDeps & { readonly db: Kysely<Database> },
  { folder, addresses, call, content }: PlanDownload<T>,
): void {
  const pace = createSharedRateLimiter(deps, folder, { limit: downloadsAnHour, everyMs: 3_600_000 });
  /** Finds the user who made the address. Undefined if they may not make it any more, because their account or right was taken away meanwhile. */
  const findDownloader = async ({ userId, planId }: DownloadName) => {
    const user = await createUserReads(deps.db).findActiveUser(userId);
    if (!user) return undefined;
    const roles: readonly Role[] = userTypes[user.userType].roles;
    if (typeof call.access === 'string' || !call.access.some((role) => roles.includes(role))) return undefined;
    const acts = await listRowActions(createRowOwnerStore(deps.db), 'plan', planId, user);
    return acts.includes('publish') ? user : undefined;
  };
  app.get(`/${folder}/*`, async (c) => {
    const createRefusal = (error: 'unknownCall' | 'tooMany', text: ReturnType<typeof messages.gone>) =>
      createRefusalResponse(new Refusal(error, text), getRequestLanguage(c));
    const address = addresses.read(c.req.path, deps.clock.nowMs());
    const downloader = address && (await findDownloader(address));
    if (!address || !downloader) return createRefusal('unknownCall', messages.gone());
    // Check the rate limit before making the content, which reads the whole exam.
    if (!(await pace.admit(String(address.userId)))) return createRefusal('tooMany', messages.tooOften());
    const download = await content(address, downloader.name);
    if (!download) return createRefusal('unknownCall', messages.gone());
    const name = encodeURIComponent(download.name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
    return new Response(Readable.toWeb(Readable.from(writeStoredZip(download.files))) as ReadableStream, {
      headers: {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename*=UTF-8''${name}`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, no-store',
      },
    });
  });
}
