import { Readable } from 'node:stream';
import { archiveCalls } from '../../../sync/contract/marking/archive.ts';
import { type Role, userTypes } from '../../../sync/contract/roles.ts';
import type { App } from '../../app.ts';
import { writeStoredZip } from '../../archive/stored-zip.ts';
import { createRowOwnerStore } from '../../db/row-owner-store.ts';
import { createRefusalResponse } from '../../http/response.ts';
import { getRequestLanguage } from '../../http/call-context.ts';
import { createSharedRateLimiter, type SharedLimitDeps } from '../../http/limits/rate-limiter.ts';
import { Refusal } from '../../http/handler.ts';
import { listRowActions } from '../../http/limits/row-access.ts';
import { createUserReads } from '../user/user-reads.ts';
import { createArchiveAddresses } from './archive-address.ts';
import { type ArchiveDeps, generateArchiveFiles } from './archive-files.ts';
import { archiveMessages as messages } from './archive-messages.ts';
import { createArchiveStore } from './archive-store.ts';

/** Of one account: each reads a whole exam out of the log. */
const archivesAnHour = 20;

/** The archive itself, made while it is fetched: nothing of it lies on the server's disk. */
export function mountArchives(app: App, deps: ArchiveDeps & SharedLimitDeps): void {
  const addresses = createArchiveAddresses(deps.keys.ticketSecret);
  const pace = createSharedRateLimiter(deps, 'archives', { limit: archivesAnHour, everyMs: 3_600_000 });
  const store = createArchiveStore(deps.db);
  /** Who made the address, if they might make it now: between the two their right may have been taken away. */
  const takerOf = async (userId: number, planId: number) => {
    const taker = await createUserReads(deps.db).working(userId);
    if (!taker) return undefined;
    const roles: readonly Role[] = userTypes[taker.userType].roles;
    if (!archiveCalls.make.access.some((role) => roles.includes(role))) return undefined;
    const acts = await listRowActions(createRowOwnerStore(deps.db), 'plan', planId, taker);
    return acts.includes('publish') ? taker : undefined;
  };
  app.get('/archives/*', async (c) => {
    const named = addresses.read(c.req.path, deps.clock.nowMs());
    const plan = named && (await store.plan(named.schoolId, named.planId));
    const taker = named && (await takerOf(named.userId, named.planId));
    if (!named || !taker || plan?.released_ms == null)
      return createRefusalResponse(new Refusal('unknownCall', messages.gone()), getRequestLanguage(c));
    if (!(await pace.admit(String(named.userId))))
      return createRefusalResponse(new Refusal('tooMany', messages.tooOften()), getRequestLanguage(c));
    const name = encodeURIComponent(`${plan.name}-档案.zip`).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
    return new Response(Readable.toWeb(Readable.from(writeStoredZip(generateArchiveFiles(deps, plan, taker.name)))) as ReadableStream, {
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
