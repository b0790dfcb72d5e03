import { otherSeatState, withdrawnPlan } from '../../../../../sync/contract/exams/sitting.ts';
import { apiErrors } from '../../../../../sync/contract/errors.ts';
import { makeCall, CallFailure, reportFailure } from '../../../../platform/api/call.ts';
import { deviceStore, noticeCache, paperCache, appSession, getThisSeatDeviceId } from '../../../../platform/exam-device/device.ts';
import type { SessionUser } from '../../../../platform/session/session-user.ts';
import type { SeatPorts } from '../../model/gate/seat.ts';
import type { ExamEntryPorts } from '../../model/gate/exam-entry-state.ts';
import { isSuperseded } from '../../model/gate/local-sitting.ts';
import { storeServerTime } from './exam-time.ts';
import type { SebProof } from '../../../../../sync/contract/exams/lockdown.ts';

/** Interface that Safe Exam Browser offers to pages. */
interface SafeExamBrowser {
  readonly security: { readonly configKey: string; readonly browserExamKey: string; updateKeys(done: () => void): void };
}
declare global {
  interface Window {
    SafeExamBrowser?: SafeExamBrowser;
  }
}

const patienceMs = 2_000;

/** Returns the keys by which Safe Exam Browser proves itself; an empty object in other browsers. */
async function createSebProof(): Promise<{ seb?: SebProof }> {
  const { SafeExamBrowser: browser, location } = window;
  if (browser === undefined) return {};
  // The keys are computed over the current address, so request them again after navigation within the page.
  await new Promise<void>((resolve) => {
    setTimeout(resolve, patienceMs);
    browser.security.updateKeys(resolve);
  });
  const { configKey, browserExamKey } = browser.security;
  return configKey === '' ? {} : { seb: { url: location.href.split('#')[0] ?? '', configKey, browserKey: browserExamKey } };
}

/** Thrown if the session never had a credential on this device, so that nothing can be encrypted for its user. The user must sign in again. */
export class NoVaultError extends Error {
  override readonly name = 'NoVaultError';
}

/** Makes the `SeatPorts` of the signed-in user. Rejects with `NoVaultError` if the session has no vault. */
export async function createSeatPorts(user: SessionUser): Promise<SeatPorts> {
  const vault = await appSession.vault();
  if (!vault) throw new NoVaultError();
  const storedNotices = await noticeCache.read(user.id, vault).catch(() => []);
  return {
    actor: user.id,
    schoolId: user.school_id,
    store: {
      saveSitting: (row) => deviceStore.saveSitting(row),
      sittings: async () => (await deviceStore.sittings()).filter((row) => row.actor !== user.id || !isSuperseded(row, storedNotices)),
    },
    vault,
    papers: paperCache,
    noteServerTime: storeServerTime,
    calls: {
      enter: async (planId, moveHere) => {
        const deviceId = await getThisSeatDeviceId(planId);
        try {
          return await makeCall(
            '/exam/enter',
            { planId, deviceId, moveHere, ...(await createSebProof()) },
            { quiet: true, ownSession: true },
          );
        } catch (error) {
          // Error code 3000 of this call means that the exam runs on another PC. This page asks about that; the session is not lost.
          if (error instanceof CallFailure && error.sessionLost && error.code !== apiErrors.elsewhere.code) reportFailure(error, true);
          throw error;
        }
      },
      getPackage: (planId) => makeCall('/exam/getPackage', { planId }, { quiet: true }),
    },
  };
}

const signedOut: readonly number[] = [apiErrors.signedOut.code, apiErrors.expired.code, apiErrors.disabled.code];

/**
 * Tells why an examinee cannot enter an exam. A missing vault gives `signIn`. Undefined for any error other than a missing vault or a failed call.
 */
export const classifyEntryFailure: ExamEntryPorts['classifyFailure'] = (error) => {
  if (error instanceof NoVaultError) return { kind: 'signIn', message: '' };
  if (!(error instanceof CallFailure)) return undefined;
  if (error.network || error.code === apiErrors.tooMany.code || error.code === apiErrors.internal.code) {
    return { kind: 'network', message: error.message };
  }
  if (error.code === apiErrors.elsewhere.code) {
    return { kind: 'elsewhere', message: error.message, other: otherSeatState.safeParse(error.data).data ?? null };
  }
  if (signedOut.includes(error.code)) {
    // After an offline sign-in, this PC is still requesting a session token, so the network is the cause and signing in again would not help.
    return { kind: appSession.reconnecting() ? 'network' : 'signIn', message: error.message };
  }
  const { data: called } = withdrawnPlan.safeParse(error.data);
  return called ? { kind: 'withdrawn', message: called.withdrawn } : { kind: 'refused', message: error.message };
};
