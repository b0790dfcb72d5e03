import { expect, it } from 'vitest';
import { listPaperDifferences } from './paper-differences.ts';

const completeCount = {
  handedOut: 30,
  handedOutBy: '甲',
  handedOutMs: 1,
  returned: 30,
  returnedBy: '乙',
  returnedMs: 2,
  sealedBy: '丙',
  sealedMs: 3,
};

it.each([
  [{}, []],
  [{ handedOut: 28, returned: 28 }, [{ kind: 'fewerThanSeated', n: 1 }]],
  [{ returned: 29 }, [{ kind: 'missing', n: 1 }]],
  [{ returned: 32 }, [{ kind: 'surplus', n: 2 }]],
  [{ returned: 0 }, [{ kind: 'missing', n: 30 }]],
  [{ returnedMs: 0 }, [{ kind: 'outOfOrder' }]],
  [{ sealedMs: 1 }, [{ kind: 'outOfOrder' }]],
  [{ sealedMs: null }, [{ kind: 'unsealed' }]],
  // Papers that are not taken back yet are no difference, because the exam may still be running.
  [{ returned: null, returnedMs: null, sealedMs: null }, []],
])('listPaperDifferences reports miscounted, unsealed and misordered handling: %j', (part, differences) => {
  expect(listPaperDifferences({ ...completeCount, ...part }, 29)).toEqual(differences);
});
