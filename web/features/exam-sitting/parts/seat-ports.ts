import { otherSeat, withdrawnPlan } from '../../../../sync/contract/sitting.ts';
import { errors } from '../../../../sync/contract/errors.ts';
import { call, CallFailure, reportFailure } from '../../../platform/call.ts';
import { deviceStore, notices, papers, session, thisSeatDeviceId } from '../../../platform/device.ts';
import type { SessionUser } from '../../../platform/session-user.ts';
import type { SeatPorts } from '../model/seat.ts';
import type { GatePorts } from '../model/gate-state.ts';
import { isPast } from '../model/local-sitting.ts';
import { sebProofHere } from './seb-proof.ts';
import { noteServerTime } from './exam-time.ts';

/** The session never had a credential on this device, so nothing can be sealed for its user. The user must sign in again. */
export class NoVault extends Error {
  override readonly name = 'NoVault';
}

/** Makes the seat's ports for the signed-in user. Rejects with `NoVault`. */
export async function seatPorts(user: SessionUser): Promise<SeatPorts> {
  const vault = await session.vault();
  if (!vault) throw new NoVault();
  const known = await notices.kept(user.id, vault).catch(() => []);
  return {
    actor: user.id,
    schoolId: user.school_id,
    store: {
      saveSitting: (row) => deviceStore.saveSitting(row),
      sittings: async () => (await deviceStore.sittings()).filter((row) => row.actor !== user.id || !isPast(row, known)),
    },
    vault,
    papers,
    noteServerTime,
    calls: {
      enter: async (planId, moveHere) => {
        const deviceId = await thisSeatDeviceId(planId);
        try {
          return await call('/exam/enter', { planId, deviceId, moveHere, ...(await sebProofHere()) }, { quiet: true, ownSession: true });
        } catch (error) {
          // Code 3000 of this call means that the exam runs on another PC. This page asks about that; the session is not lost.
          if (error instanceof CallFailure && error.sessionLost && error.code !== errors.elsewhere.code) reportFailure(error, true);
          throw error;
        }
      },
      getPackage: (planId) => call('/exam/getPackage', { planId }, { quiet: true }),
    },
  };
}

const signedOut: readonly number[] = [errors.signedOut.code, errors.expired.code, errors.disabled.code];

/** Classifies a failed call for an examinee who enters an exam. Undefined if the error is not a failed call. */
export const failureOf: GatePorts['failureOf'] = (error) => {
  if (error instanceof NoVault) return { kind: 'signIn', message: '' };
  if (!(error instanceof CallFailure)) return undefined;
  if (error.network || error.code === errors.tooMany.code || error.code === errors.internal.code) {
    return { kind: 'network', message: error.message };
  }
  if (error.code === errors.elsewhere.code) {
    return { kind: 'elsewhere', message: error.message, other: otherSeat.safeParse(error.data).data ?? null };
  }
  if (signedOut.includes(error.code)) {
    // After an offline sign-in, a token is being requested, so the network is the cause and signing in again would not help.
    return { kind: session.reconnecting() ? 'network' : 'signIn', message: error.message };
  }
  const { data: called } = withdrawnPlan.safeParse(error.data);
  return called ? { kind: 'withdrawn', message: called.withdrawn } : { kind: 'refused', message: error.message };
};
