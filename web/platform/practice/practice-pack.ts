import type { CallInput, CallOutput } from '../../../sync/contract/call.ts';
import type { exerciseCalls } from '../../../sync/contract/learning/exercise.ts';
import type { PracticePack } from './practice-cache.ts';

type GetPack = (typeof exerciseCalls)['getPack'];
type Have = NonNullable<CallInput<GetPack>['have']>;

const tagged = (pack: PracticePack | null) => pack?.questions.flatMap((question, at) => ({ question, tag: pack.tags?.[at] ?? '' })) ?? [];

/** Lists ids and version tags of the stored questions, so that the server does not send them again. */
export const listPackTags = (pack: PracticePack | null): Have =>
  tagged(pack).flatMap(({ question, tag }): Have => (tag === '' ? [] : [[question.id, tag]]));

/** Merges the questions that were sent with the stored ones that the server reports as unchanged. */
export function mergePack(
  before: PracticePack | null,
  { questions, tags, same }: Pick<CallOutput<GetPack>, 'questions' | 'tags' | 'same'>,
): Required<Pick<PracticePack, 'questions' | 'tags'>> {
  const stays = new Set(same);
  const all = [
    ...tagged(before).filter(({ question }) => stays.has(question.id)),
    ...questions.map((question, at) => ({ question, tag: tags[at] ?? '' })),
  ].toSorted((a, b) => a.question.id - b.question.id);
  return { questions: all.map(({ question }) => question), tags: all.map(({ tag }) => tag) };
}
