import type { ServerKeys } from '../../server/answer-log/log/server-keys.ts';
import { compareLogs, runHistory } from './history.ts';
import type { SimPlan } from './plan.ts';
import type { SimDatabase } from './sim-database.ts';

/** Shrinks a failing plan: leaves out kinds of network fault, then ever smaller stretches of steps, as long as it still fails. */
export async function shrink(
  plan: SimPlan,
  keys: ServerKeys,
  database: SimDatabase | undefined,
  told: (plan: SimPlan) => void,
): Promise<SimPlan> {
  const fails = async (tried: SimPlan): Promise<boolean> => {
    const { violations } = await (database ? compareLogs(tried, keys, database) : runHistory(tried, keys));
    return violations.length > 0;
  };
  let least = plan;
  for (const kind of Object.keys(plan.link)) {
    const tried = { ...least, link: { ...least.link, [kind]: 0 } };
    if (await fails(tried)) least = tried;
  }
  for (let size = Math.ceil(least.steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < least.steps.length;) {
      const tried = { ...least, steps: least.steps.toSpliced(at, size) };
      if (await fails(tried)) {
        least = tried;
        told(least);
      } else at += size;
    }
  }
  return least;
}
