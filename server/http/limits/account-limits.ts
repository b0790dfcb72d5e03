import type { CallSpec } from '../../../sync/contract/call.ts';
import type { createAccountRowCountStore } from '../../db/account-row-count-store.ts';
import { certifiedBankId } from '../../db/schema/question.ts';
import { accountLimits } from '../../limits.ts';
import { createSharedRateLimiter, type SharedLimitDeps } from './rate-limiter.ts';
import { type Caller, refuse } from '../handler.ts';
import { httpMessages } from '../http-messages.ts';

/** Checks the caller's limits before the handler of a changing call, and refuses the call if a limit is reached. */
export type CheckAccountLimits = (spec: CallSpec, caller: Caller, bytes: number) => Promise<void>;

const minuteMs = 60_000;

/** Limits how much one account can store and change: see `limits.ts`. */
export function createAccountLimits(deps: SharedLimitDeps, counts: ReturnType<typeof createAccountRowCountStore>): CheckAccountLimits {
  const changes = createSharedRateLimiter(deps, 'changes', { limit: accountLimits.changesPerMinute, everyMs: minuteMs });
  const bytes = createSharedRateLimiter(deps, 'changedBytes', { limit: accountLimits.changedBytesPerHour, everyMs: 60 * minuteMs });

  const isFull = async (makes: CallSpec['makes'], { userId, schoolId, roles }: Caller): Promise<boolean> => {
    switch (makes) {
      case undefined:
        return false;
      case 'paper':
        return (await counts.papersOf(userId)) >= accountLimits.papersOfMaker;
      case 'plan':
        return (await counts.plansOf(userId)) >= accountLimits.plansOfMaker;
      case 'question':
        return (
          (await counts.questionsOfBank(roles.includes('question') || roles.includes('admin') ? certifiedBankId : schoolId)) >=
          accountLimits.questionsOfBank
        );
      case 'category':
        return (await counts.categoriesOf(schoolId)) >= accountLimits.categoriesOfSchool;
    }
  };

  return async (spec, caller, sizeBytes) => {
    const key = String(caller.userId);
    if (!(await changes.admit(key)) || !(await bytes.admit(key, sizeBytes))) refuse('tooMany', httpMessages.tooFast());
    if (await isFull(spec.makes, caller)) refuse('refused', httpMessages.full(spec.makes ?? 'paper'));
  };
}
