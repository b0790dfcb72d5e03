import { Readable } from 'node:stream';
import { archiveCalls } from '../../../sync/contract/archive.ts';
import { type Role, userTypes } from '../../../sync/contract/roles.ts';
import type { App } from '../../app.ts';
import { storedZip } from '../../archive/stored-zip.ts';
import { rowOwnerStore } from '../../db/row-owner-store.ts';
import { answerRefusal } from '../../http/answer.ts';
import { languageIn } from '../../http/call-context.ts';
import { floodGate } from '../../http/flood-gate.ts';
import { refuse } from '../../http/handler.ts';
import { actsOn } from '../../http/row-gate.ts';
import { userReads } from '../user/user-reads.ts';
import { archiveAddresses } from './archive-address.ts';
import { type ArchiveDeps, archiveFiles } from './archive-files.ts';
import { archiveMessages as messages } from './archive-messages.ts';
import { archiveStore } from './archive-store.ts';

/** Of one account: each reads a whole exam out of the log. */
const archivesAnHour = 20;

/** The archive itself, made while it is fetched: nothing of it lies on the server's disk. */
export function mountArchives(app: App, deps: ArchiveDeps): void {
  const addresses = archiveAddresses(deps.keys.ticketSecret);
  const pace = floodGate(deps.clock, { limit: archivesAnHour, everyMs: 3_600_000 });
  const store = archiveStore(deps.db);
  /** Who made the address, if they might make it now: between the two their right may have been taken away. */
  const takerOf = async (userId: number, planId: number) => {
    const taker = await userReads(deps.db).working(userId);
    if (!taker) return undefined;
    const roles: readonly Role[] = userTypes[taker.userType].roles;
    if (!archiveCalls.make.access.some((role) => roles.includes(role))) return undefined;
    const acts = await actsOn(rowOwnerStore(deps.db), 'plan', planId, taker);
    return acts.includes('publish') ? taker : undefined;
  };
  app.get('/archives/*', async (c) => {
    const named = addresses.read(c.req.path, deps.clock.nowMs());
    const plan = named && (await store.plan(named.schoolId, named.planId));
    const taker = named && (await takerOf(named.userId, named.planId));
    if (!named || !taker || plan?.released_ms == null) return answerRefusal(refuse('unknownCall', messages.gone()), languageIn(c));
    if (!pace.admit(String(named.userId))) return answerRefusal(refuse('tooMany', messages.tooOften()), languageIn(c));
    const name = encodeURIComponent(`${plan.name}-档案.zip`).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
    return new Response(Readable.toWeb(Readable.from(storedZip(archiveFiles(deps, plan, taker.name)))) as ReadableStream, {
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
