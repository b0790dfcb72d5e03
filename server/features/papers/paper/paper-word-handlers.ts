import type { Kysely } from 'kysely';
import { type VariantName, variantNames } from '../../../../sync/contract/codes.ts';
import type { Database } from '../../../db/schema.ts';
import { type Handlers, refuse, type RequestContext, type Caller } from '../../../http/handler.ts';
import { createQuestionDrawReads } from '../../bank/question/question-draw-reads.ts';
import { writePaperInThread } from '../../bank/question/import/question-word-reads.ts';
import { createSchoolReads } from '../../people/school/school-reads.ts';
import type { ManyUploadReads } from '../../platform/upload/upload-reads.ts';
import { paperMessages as messages } from './paper-messages.ts';
import { createPaperReads } from './paper-reads.ts';

const mostPictureMb = 150;

/** Exports papers as Word documents. The versions with and without answers are two calls, because each needs its own permission. */
export function createPaperWordHandlers(
  db: Kysely<Database>,
  uploads: Pick<ManyUploadReads, 'pictures' | 'sizeOf'>,
): Pick<Handlers<'paper'>, 'exportWord' | 'exportWordKeys'> {
  const write =
    (keys: boolean) =>
    async ({ id, variant }: { id: number; variant: VariantName }, context: RequestContext & { readonly caller: Caller }) => {
      const { caller, language, signal } = context;
      const paper = await createPaperReads(db).byId(caller.schoolId, id);
      const chosenVariant = paper?.variants[variantNames.indexOf(variant)];
      if (!paper || !chosenVariant) refuse('notFound', messages.notFound());
      const ids = chosenVariant.sections.flatMap((section) => section.map((entry) => entry.id));
      if (ids.length === 0) refuse('refused', messages.nothingToWrite());
      const factsById = await createQuestionDrawReads(db).byIds(caller.schoolId, ids, ids);
      const urls = [...new Set(JSON.stringify([...factsById.values()]).match(/\/uploads\/[0-9a-f]{32}\.[a-z0-9]{2,5}/g))];
      if ((await uploads.sizeOf(urls)) > mostPictureMb * 1024 * 1024) refuse('refused', messages.wordPictures(mostPictureMb));
      const document = {
        school: await createSchoolReads(db).titleOf(caller.schoolId),
        name: paper.row.name,
        variant: paper.variants.length > 1 ? variant : '',
        minutes: paper.rules.minutes,
        totalPoints: paper.row.total_points,
        passPoints: paper.rules.passPoints,
        keys,
        language,
        sections: paper.sections.map(({ title, pointsEach }, at) => ({
          title,
          pointsEach,
          questions: (chosenVariant.sections[at] ?? []).flatMap((entry) => factsById.get(entry.id) ?? []),
        })),
      };
      const file = await writePaperInThread(document, await uploads.pictures(urls), { userId: caller.userId, signal });
      return file ?? refuse('tooMany', messages.filesBusy());
    };
  return { exportWord: write(false), exportWordKeys: write(true) };
}
