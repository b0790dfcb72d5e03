import { expect, it } from 'vitest';
import { allCalls } from '../fixtures/every-call.ts';

/**
 * Returns one line per module and set of roles: `exam [school teacher] add modify`. A call that a marking leader may also make ends with
 * `+leader`.
 */
function rolesOfCalls(): string {
  const lines = Map.groupBy(allCalls, ({ path, access }) => {
    const roles = typeof access === 'string' ? access : [...access].toSorted().join(' ');
    return `${path.split('/')[1]} [${roles}]`;
  });
  return [...lines]
    .map(([begin, calls]) => {
      const verbs = calls.map(({ path, leaderMay }) => `${path.split('/')[2]}${leaderMay === true ? '+leader' : ''}`);
      return `${begin} ${verbs.toSorted().join(' ')}\n`;
    })
    .toSorted()
    .join('');
}

it('the roles of every call match the golden file, so that a change shows up in review', async () => {
  await expect(rolesOfCalls()).toMatchFileSnapshot('../../fixtures/call-roles.txt');
});
