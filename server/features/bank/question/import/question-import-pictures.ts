import { setImmediate as nextTurn } from 'node:timers/promises';
import type { QuestionBody } from '../../../../../sync/contract/bank/question-body.ts';

const pictureAddress = /\/uploads\/[0-9a-f]{32}\.[a-z0-9]{2,5}/g;
/** Yield to the event loop after this many questions. */
const perTurn = 200;

/** Selects the pictures of a file that its questions show. */
export async function selectShownPictures<T>(
  pictures: ReadonlyMap<string, T>,
  questions: readonly QuestionBody[],
): Promise<Map<string, T>> {
  const shownPictures = new Map<string, T>();
  if (pictures.size === 0) return shownPictures;
  for (const [at, question] of questions.entries()) {
    for (const url of JSON.stringify(question).match(pictureAddress) ?? []) {
      const picture = pictures.get(url);
      if (picture !== undefined) shownPictures.set(url, picture);
    }
    if (at % perTurn === perTurn - 1) await nextTurn();
  }
  return shownPictures;
}

/** Returns the questions with the picture addresses of the file replaced by the addresses in the uploads. */
export async function replacePictureUrls(
  rows: readonly { readonly question: QuestionBody; readonly hash: string }[],
  urls: ReadonlyMap<string, string>,
): Promise<{ body: QuestionBody; hash: string }[]> {
  const placed: { body: QuestionBody; hash: string }[] = [];
  for (const [at, { question, hash }] of rows.entries()) {
    placed.push({ body: urls.size === 0 ? question : replaceAddresses(question, urls), hash });
    if (urls.size > 0 && at % perTurn === perTurn - 1) await nextTurn();
  }
  return placed;
}

const replaceAddresses = (body: QuestionBody, urls: ReadonlyMap<string, string>): QuestionBody =>
  JSON.parse(JSON.stringify(body).replace(pictureAddress, (url) => urls.get(url) ?? url)) as QuestionBody;
