import type { ProfessionLevel } from '../../../../../sync/contract/codes.ts';
import type { ImportedQuestionDraft } from '../../../../../sync/contract/bank/question-file.ts';
import type { QuestionBody } from '../../../../../sync/contract/bank/question.ts';
import { createDetailReads } from '../../detail/detail-reads.ts';
import { type Profession, createProfessionReads } from '../../../people/profession/profession-reads.ts';
import { parseNamedId } from '../formats/draft-validation.ts';
import type { ValidatedRow } from '../formats/file-validation.ts';
import { formatMessages } from '../formats/format-messages.ts';
import type { FormatRemark } from '../formats/question-format.ts';
import { findNearestPoint } from '../similarity/point-nearness.ts';
import type { QuestionDeps } from '../question-deps.ts';
import { questionMessages as messages } from '../question-messages.ts';

/** Profession, trade and level for imported questions whose file names none. */
export interface ImportClassificationDefaults {
  readonly profId: number | null;
  readonly tradeId: number | null;
  readonly level: ProfessionLevel | null;
}
type Place = Pick<QuestionBody, 'profId' | 'tradeId' | 'level'>;

/**
 * Gives validated rows their profession, trade, level and detail point (point of a detail table, the table of assessment points) in this server's
 * catalogue. `defaults` fill in what the file leaves open. A profession id or detail point of another server may be unknown on this one: its row gets
 * a warning and can still be imported. `tableIds`: the detail tables whose points are used.
 */
export async function classifyRows(
  rows: readonly ValidatedRow[],
  defaults: ImportClassificationDefaults,
  { db }: Pick<QuestionDeps, 'db'>,
): Promise<{ readonly rows: ValidatedRow[]; readonly tableIds: ReadonlySet<number> }> {
  const tableIds = new Set<number>();
  const findProfession = memoiseByKey((id: number) => createProfessionReads(db).byId(id), String);
  const findProfessionByCode = memoiseByKey((code: string) => createProfessionReads(db).byCode(code), String);
  const findTable = memoiseByKey(
    (place: { professionId: number; tradeId: number | null; level: ProfessionLevel }) => createDetailReads(db).pointsOf(place),
    ({ professionId, tradeId, level }) => `${professionId} ${tradeId} ${level}`,
  );

  const classifiedRows: ValidatedRow[] = [];
  for (const row of rows) {
    const { question } = row;
    if (question === undefined) {
      classifiedRows.push(row);
      continue;
    }
    const namedId = parseNamedId(row.draft.profId);
    const professionById = question.profId === null ? undefined : await findProfession(question.profId);
    // Another server uses another id for the profession, and on this server that id may belong to another profession.
    const rowProfession =
      namedId.name === '' || namedId.name === professionById?.code ? professionById : await findProfessionByCode(namedId.name);
    const profession = rowProfession ?? (defaults.profId === null ? undefined : await findProfession(defaults.profId));
    const { place, warnings } = choosePlace(question, row.draft, rowProfession, profession, defaults);
    const { pointCode } = question;
    if (pointCode !== '') {
      if (place.profId === null || place.level === null)
        warnings.push({ field: 'pointCode', reason: formatMessages.pointUnplaced(pointCode) });
      else {
        const table = await findTable({ professionId: place.profId, tradeId: place.tradeId, level: place.level });
        if (table?.points.has(pointCode) === true) tableIds.add(table.tableId);
        else if (table !== undefined)
          warnings.push({ field: 'pointCode', reason: messages.noPoint(pointCode, findNearestPoint(pointCode, table.points)) });
      }
    }
    classifiedRows.push({ ...row, question: { ...question, ...place }, warnings: [...row.warnings, ...warnings] });
  }
  return { rows: classifiedRows, tableIds };
}

/** Stands for a trade whose name the profession does not have. No trade has this id. */
const unknownTrade = 0;

function choosePlace(
  question: Place,
  draft: Pick<ImportedQuestionDraft, 'profId' | 'tradeId'>,
  rowProfession: Profession | undefined,
  profession: Profession | undefined,
  defaults: ImportClassificationDefaults,
): { place: Place; warnings: FormatRemark[] } {
  const warnings: FormatRemark[] = [];
  const isOwn = rowProfession !== undefined;
  if (draft.profId.trim() !== '' && !isOwn) warnings.push({ field: 'profId', reason: formatMessages.profUnknown() });
  const { name } = parseNamedId(draft.tradeId);
  const ownTrade = name === '' ? question.tradeId : (rowProfession?.trades.find((each) => each.name === name)?.id ?? unknownTrade);
  const trade = isOwn ? ownTrade : defaults.tradeId;
  const tradeKnown = trade === null || profession?.trades.some((each) => each.id === trade) === true;
  if (isOwn && !tradeKnown) warnings.push({ field: 'tradeId', reason: formatMessages.profUnknown() });
  const level = question.level ?? defaults.level;
  const levelKnown = level === null || profession === undefined || profession.levels.includes(level);
  if (!levelKnown && question.level !== null) warnings.push({ field: 'level', reason: messages.noLevel(profession?.name ?? '') });
  return {
    place: {
      profId: profession?.id ?? null,
      tradeId: profession !== undefined && tradeKnown ? trade : null,
      level: levelKnown ? level : null,
    },
    warnings,
  };
}

/** Caches the results of `ask` by key: thousands of rows look up the same few professions and detail tables. */
function memoiseByKey<A, R>(ask: (of: A) => Promise<R>, keyOf: (of: A) => string): (of: A) => Promise<R> {
  const known = new Map<string, Promise<R>>();
  return (of) => {
    const key = keyOf(of);
    const answer = known.get(key) ?? ask(of);
    known.set(key, answer);
    return answer;
  };
}
