import { userStatus } from '../../../../sync/contract/codes.ts';
import type { ExamUserRow } from '../../../../sync/contract/people/exam-user-calls.ts';
import { normalisePersonName, toMatchText, toStoredText } from '../../../../sync/domain/plain-text.ts';
import { toTotalFields } from '../../../db/list-page.ts';
import { type Handlers } from '../../../http/handler.ts';
import { readSearchQuery } from '../../../http/input/list-query.ts';
import { createClassReads } from '../class/class-reads.ts';
import { createExamUserStore } from './exam-user-store.ts';
import { createPersonMatcher, type MatchRow, type MatchablePerson, type MatchResult } from './import/examinee-match.ts';
import { examineeMatchMessages as messages } from './import/examinee-match-messages.ts';
import { normaliseIdNumber } from '../../../../sync/contract/people/id-number.ts';
import { indexIdNumber } from './id-number.ts';
import { createPeopleService, type PeopleDeps } from './people/people-service.ts';
import { examUserSorts, createPeopleListStore } from './people/people-list-store.ts';

type ExamUserCalls = Pick<Handlers<'user'>, 'getExamUserList' | 'getExamClasses' | 'matchExamUsers'>;
type Sheet = Parameters<ExamUserCalls['matchExamUsers']>[0]['rows'];

/** Creates the calls with which staff choose examinees for exam plans. */
export function createExamUserHandlers(deps: PeopleDeps): ExamUserCalls {
  const service = createPeopleService(deps);
  const lists = createPeopleListStore(deps.db);
  const store = createExamUserStore(deps.db);
  const classes = createClassReads(deps.db);

  return {
    async getExamUserList(input, { caller }) {
      const order = readSearchQuery(input, examUserSorts, 'login_name');
      const { keyword = '', class_id: classId } = input.filter ?? {};
      const sitting = { schoolId: caller.schoolId, types: [7, 8] as const, status: userStatus.enabled, classId, keyword };
      const { ids, total } = await lists.page(sitting, order);
      const rows = await service.people.byIds(ids);
      const names = await classes.names(rows.flatMap((row) => row.class_id ?? []));
      return {
        items: rows.map(({ id, name, login_name, ticket_no, student_no, class_id }) => ({
          id,
          name,
          login_name,
          student_no,
          ticket_no: ticket_no ?? '',
          class_name: names.get(class_id ?? 0) ?? '',
        })),
        ...toTotalFields(total),
      };
    },

    async getExamClasses(_input, { caller }) {
      const people = await store.byClass(caller.schoolId);
      return { items: (await classes.ofSchool(caller.schoolId)).map((each) => ({ ...each, user_ids: people.get(each.id) ?? [] })) };
    },

    async matchExamUsers({ rows }, { caller, language }) {
      const index = (typed: string) => indexIdNumber(normaliseIdNumber(typed), caller.schoolId, deps.keys.personal);
      const matchRows = rows.map(({ cells }) => toMatchRow(cells, index));
      const listValues = (column: keyof MatchRow) => [...new Set(matchRows.flatMap((row) => row[column] || []))];
      const candidates = await store.named(caller.schoolId, {
        name: listValues('name'),
        login_name: listValues('login_name'),
        ticket_no: listValues('ticket_no'),
        student_no: listValues('student_no'),
        id_number_index: listValues('id_number').map((hex) => Buffer.from(hex, 'hex')),
      });
      const classNames = await classes.names(candidates.flatMap((person) => person.class_id ?? []));
      const people = candidates.map((person) => ({
        id: person.id,
        enabled: person.status === userStatus.enabled,
        name: person.name,
        login_name: person.login_name,
        ticket_no: person.ticket_no ?? '',
        student_no: person.student_no,
        id_number: person.id_number_index?.toString('hex') ?? '',
        class: classNames.get(person.class_id ?? 0) ?? '',
      }));
      const verdictOf = createPersonMatcher(people);
      const lines = rows.map((line, at) => ({ line, verdict: matchRows[at] ? verdictOf(matchRows[at]) : undefined }));
      return splitRows(lines, language);
    },
  };
}

function toMatchRow(cells: Sheet[number]['cells'], index: (idNumber: string) => Buffer): MatchRow {
  const readCell = (column: keyof MatchRow): string => toMatchText(cells[column] ?? '');
  const idNumber = readCell('id_number');
  return {
    // Removes spaces between Chinese characters: two-character names are often spaced to look as wide as three.
    name: normalisePersonName(cells.name ?? '').replaceAll(/(?<=\p{Script=Han})\s+(?=\p{Script=Han})/gu, ''),
    student_no: readCell('student_no'),
    id_number: idNumber === '' ? '' : index(idNumber).toString('hex'),
    ticket_no: readCell('ticket_no'),
    login_name: readCell('login_name'),
    class: toStoredText(cells.class ?? '').trim(),
  };
}

const toExamUserRow = (person: MatchablePerson): ExamUserRow => ({
  id: person.id,
  name: person.name,
  login_name: person.login_name,
  ticket_no: person.ticket_no,
  student_no: person.student_no,
  class_name: person.class,
});

/**
 * Splits the rows of a sheet: `matched` rows identify one person, `open` rows need a decision of staff. If two rows match the same person, the second
 * is open.
 */
function splitRows(lines: readonly { line: Sheet[number]; verdict: MatchResult | undefined }[], language: 'zh-CN' | 'en') {
  const firstLineByUser = new Map<number, Sheet[number]>();
  const matched = [];
  const open = [];
  for (const { line, verdict } of lines) {
    const place = line.sheet === undefined ? { row: line.row } : { row: line.row, sheet: line.sheet };
    if (verdict?.kind === 'found') {
      const earlierLine = firstLineByUser.get(verdict.person.id);
      if (!earlierLine) {
        firstLineByUser.set(verdict.person.id, line);
        matched.push({ ...place, user: toExamUserRow(verdict.person) });
      } else {
        const message =
          earlierLine.sheet === undefined ? messages.twice(earlierLine.row) : messages.twiceInSheet(earlierLine.sheet, earlierLine.row);
        open.push({ ...place, reason: message[language], candidates: [] });
      }
    } else if (verdict) open.push({ ...place, reason: verdict.reason[language], candidates: verdict.candidates.map(toExamUserRow) });
  }
  return { matched, open };
}
