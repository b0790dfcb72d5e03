import { expect, it } from 'vitest';
import type { QuestionBody } from '../../../../../sync/contract/bank/question-body.ts';
import { replacePictureUrls, selectShownPictures } from './question-import-pictures.ts';

const url = (digit: string) => `/uploads/${digit.repeat(32)}.png`;
const showing = (stem: string) => ({ stem }) as QuestionBody;
const untouchable = { toJSON: () => expect.unreachable() } as unknown as QuestionBody;

it('selectShownPictures finds the pictures of the questions, and replacePictureUrls sets new addresses', async () => {
  const pictures = new Map([url('a'), url('b')].map((one) => [one, one]));
  const question = showing(`<img src="${url('a')}"><img src="${url('c')}">`);
  expect([...(await selectShownPictures(pictures, [question])).keys()]).toEqual([url('a')]);
  expect(await replacePictureUrls([{ question, hash: 'h' }], new Map([[url('a'), url('d')]]))).toEqual([
    { body: showing(`<img src="${url('d')}"><img src="${url('c')}">`), hash: 'h' },
  ]);
});

it('the questions of a file without pictures are not searched for pictures', async () => {
  expect(await selectShownPictures(new Map(), [untouchable])).toEqual(new Map());
  expect(await replacePictureUrls([{ question: untouchable, hash: 'h' }], new Map())).toEqual([{ body: untouchable, hash: 'h' }]);
});

it('the search for pictures in thousands of questions yields to the event loop', async () => {
  const questions = Array.from({ length: 2000 }, () => showing(url('a')));
  const turnsDuring = async (work: Promise<unknown>): Promise<number> => {
    let done = false;
    let turns = 0;
    const turn = (): void => {
      turns += 1;
      if (!done) setImmediate(turn);
    };
    setImmediate(turn);
    await work.finally(() => (done = true));
    return turns;
  };
  expect(await turnsDuring(selectShownPictures(new Map([[url('a'), 1]]), questions))).toBeGreaterThanOrEqual(5);
  const rows = questions.map((question) => ({ question, hash: '' }));
  expect(await turnsDuring(replacePictureUrls(rows, new Map([[url('a'), url('b')]])))).toBeGreaterThanOrEqual(5);
});
