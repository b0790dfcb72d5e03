import { type Message, refuse, type RequestContext } from '../../../../http/handler.ts';
import { createKnownDevices } from '../sign-in/known-device.ts';
import { type CheckedUser, createSessionOpener, type SignInDeps } from '../sign-in/open-session.ts';
import { createDirectoryStore } from './directory-store.ts';

/** A person whom another system of the school has signed in. */
interface NumberedPerson {
  readonly schoolId: number;
  /** Student or staff number. */
  readonly number: string;
}

/** Typed code of the second factor ('' if none), and the fields of `CheckedUser` that belong to the last step of the sign-in. */
type TypedFactor = Required<Pick<CheckedUser, 'code'>> & Pick<CheckedUser, 'withRequest' | 'inTransaction'>;

/** Messages of the two refusals: no account has the number, or several have it. */
export interface NumberMessages {
  readonly noAccount: (number: string) => Message;
  readonly severalAccounts: (number: string) => Message;
}

/**
 * Creates the function that opens a session for the account with a given number in a school, if exactly one has it. It creates no account and changes
 * no role. It asks for the second factor, and refuses administrators, examinees and applicants (`directoryUserTypes`), unknown numbers and disabled
 * accounts.
 */
export function createNumberSignIn(deps: SignInDeps, messages: NumberMessages) {
  const store = createDirectoryStore(deps.db);
  const openSession = createSessionOpener(deps);
  const devices = createKnownDevices(deps.keys.personal, deps.chance);
  return async ({ schoolId, number }: NumberedPerson, factor: TypedFactor, context: RequestContext) => {
    const [user, ...others] = await store.accountsOf(schoolId, number);
    if (!user || others.length > 0) {
      context.audit.note({ entity: 'user', id: null, schoolId, claimedName: number });
      return refuse('refused', user ? messages.severalAccounts(number) : messages.noAccount(number));
    }
    const session = await openSession({ user, method: 'directory', device: devices.read(context.device?.value ?? ''), ...factor }, context);
    return session ?? refuse('refused', messages.noAccount(number));
  };
}
