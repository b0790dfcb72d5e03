import { ltiLaunchPath, ltiLoginPath } from '../../../../../sync/contract/patterns.ts';
import { requireVersion } from '../../../../http/stale-version.ts';
import type { Handlers } from '../../../../http/handler.ts';
import { runUnitOfWork } from '../../../../resources/unit-of-work.ts';
import { createSystemReads } from '../../../platform/system/system-reads.ts';
import { createLtiLaunch, type LtiDeps } from './lti-launch.ts';
import { ltiFieldNames, ltiMessages as messages } from './lti-messages.ts';
import { createLtiStore, ltiHistoryKind } from './lti-store.ts';

/**
 * Creates the calls with which a school registers its learning platform (LTI 1.3), such as Moodle, from which its people open courses of this
 * product.
 */
export function createLtiHandlers(deps: LtiDeps): Handlers<'lti'> {
  const { db, clock } = deps;
  return {
    async get(_input, { caller: { schoolId } }) {
      const { settings, version } = await createLtiStore(db).ofSchool(schoolId);
      const { publicAddress } = await createSystemReads(db).settings();
      const toAddress = (path: string): string => (publicAddress === '' ? '' : `${publicAddress}${path}/${schoolId}`);
      return { ...settings, version, loginAddress: toAddress(ltiLoginPath), launchAddress: toAddress(ltiLaunchPath) };
    },

    async set({ version: versionSeen, ...settings }, context) {
      const { schoolId, userId } = context.caller;
      return runUnitOfWork(db, schoolId, context, async (tx) => {
        const store = createLtiStore(tx);
        const before = await store.ofSchool(schoolId);
        await requireVersion(
          tx,
          { kind: ltiHistoryKind, id: schoolId, version: before.version },
          versionSeen,
          messages.called(),
          ltiFieldNames,
        );
        const fields = (Object.keys(settings) as (keyof typeof settings)[]).filter((name) => settings[name] !== before.settings[name]);
        const version = before.version + 1;
        await store.write(schoolId, { settings, version }, { userId, nowMs: clock.nowMs(), fields });
        await context.audit.noteIn(tx, { entity: 'lti', id: schoolId, before: before.settings, after: settings });
        return { version };
      });
    },

    ...createLtiLaunch(deps),
  };
}
