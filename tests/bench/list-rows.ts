import type { OpenDatabase } from '../../server/db/opening/open.ts';
import { certifiedBankId } from '../../server/db/schema/question.ts';
import { professionAreas } from '../../sync/contract/codes.ts';
import { buildPersonWords } from '../../server/db/search/person-words.ts';
import { buildQuestionWords, indexedQuestionColumns, type QuestionIndexColumns } from '../../server/db/search/question-words.ts';

type Raw = OpenDatabase['raw'];

/** Returns a number that looks random and is the same in every run. */
const scatter = (n: number, below: number): number => (Math.imul(n + 1, 0x9e3779b1) >>> 7) % below;
const oneOf = <T>(list: ArrayLike<T>, n: number, salt: number): T => list[scatter(n * 31 + salt, list.length)] as T;

const surnames = '王王王王李李李张张张刘陈杨黄赵吴周徐孙马朱胡郭何高林郑谢罗梁宋唐许韩冯邓曹彭曾';
const given = '伟芳娜秀英敏静丽强磊军洋勇艳杰涛明超霞平刚桂红玉兰建国志海燕晓东文博宇轩子涵欣怡佳俊浩然';
const trades = ['电工', '茶艺师', '电子商务师', '健康管理师', '制图员', '焊工', '钳工', '育婴员', '保育师', '汽车维修工', '消防设施操作员'];
const things = [
  '三相异步电动机',
  '变压器',
  '接触器',
  '热继电器',
  '电流互感器',
  '可编程控制器',
  '变频器',
  '直流电桥',
  '兆欧表',
  '断路器',
  '整流电路',
  '晶闸管',
];
const doings = ['额定电压', '绝缘电阻', '启动电流', '安全操作', '接地保护', '故障检修', '转速调节', '功率因数', '线路敷设', '触电急救'];

/** Drops all indexes that are not unique, and returns a function that builds them again. Building them after the rows is ten times as fast. */
export function dropIndexes(raw: Raw): () => void {
  const indexes = raw
    .prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND sql NOT LIKE 'CREATE UNIQUE%'",
    )
    .all();
  for (const { name } of indexes) raw.exec(`DROP INDEX ${name}`);
  return () => raw.exec(indexes.map(({ sql }) => sql).join(';\n'));
}

/** Fills the word indexes of people and questions, which the queries maintain otherwise. */
export function fillWordIndexes(raw: Raw): void {
  raw.function('person_words', { deterministic: true, varargs: true }, buildPersonWords);
  raw.function('question_words', { deterministic: true, varargs: true }, (...values: readonly unknown[]) =>
    buildQuestionWords(
      Object.fromEntries(indexedQuestionColumns.map((column, at) => [column, values[at]])) as unknown as QuestionIndexColumns,
    ),
  );
  raw.exec(`INSERT INTO user_text (rowid, grams)
    SELECT id, person_words(school_id, user_type, status, name, login_name, student_no, ticket_no) FROM user WHERE id NOT IN (SELECT rowid FROM user_text)`);
  raw.exec(`INSERT INTO question_text (rowid, grams) SELECT id, question_words(${indexedQuestionColumns.join()}) FROM question`);
  raw.prepare("INSERT INTO question_text (question_text) VALUES ('optimize')").run();
  raw.pragma('wal_checkpoint(TRUNCATE)');
}

/**
 * Writes `rows` rows of every listed kind, without word indexes. The rows bypass the queries, so derived data that the calls maintain are
 * written here too.
 */
export function fillLists(raw: Raw, schools: readonly [number, number], rows: number, nowMs: number): void {
  const [school, wide] = schools;
  raw.pragma('synchronous = OFF');
  const fill = (sql: string, values: (n: number) => readonly unknown[], many = rows): void => {
    const insert = raw.prepare<unknown[]>(sql);
    raw.transaction(() => {
      for (let n = 1; n <= many; n += 1) insert.run(...values(n));
    })();
  };
  const name = (n: number): string => oneOf(surnames, n, 1) + oneOf(given, n, 2) + (n % 3 === 0 ? '' : oneOf(given, n, 3));

  fill('INSERT INTO school (website, title, record, contact, created_ms, updated_ms, status) VALUES (?, ?, ?, ?, ?, ?, ?)', (n) => [
    `s${n}`,
    `${oneOf(given, n, 4)}${oneOf(given, n, 5)}职业技术学院${n}`,
    `R${n}`,
    name(n),
    nowMs - scatter(n, rows),
    nowMs - scatter(n + 7, rows),
    n % 20 === 0 ? 0 : 1,
  ]);
  const firstClass = 1 + Number(raw.prepare('SELECT coalesce(max(id), 0) FROM class').pluck().get());
  // One school has very many classes; the school of the students has as many classes as a large school.
  const classes = Math.max(10, rows / 50);
  for (const [of, many] of [
    [school, classes],
    [wide, rows],
  ] as const)
    fill(
      'INSERT INTO class (school_id, name, grade, note, updated_ms, created_ms) VALUES (?, ?, ?, ?, ?, ?)',
      (n) => [of, `${2020 + (n % 7)}级${oneOf(trades, n, 6)}${n}班`, String(2020 + (n % 7)), '', nowMs - scatter(n, many), nowMs],
      many,
    );
  fill(
    `INSERT INTO user (school_id, login_name, user_type, status, name, pwd_hash, ticket_no, student_no, class_id, last_sign_in_ms, created_ms, updated_ms)
    VALUES (?, ?, ?, ?, ?, '', ?, ?, ?, ?, ?, ?)`,
    (n) => [
      school,
      `s${String(n).padStart(6, '0')}`,
      n % 100 === 0 ? 6 : 7 + (n % 2),
      n % 40 === 0 ? 0 : n % 41 === 0 ? 2 : 1,
      name(n),
      `T${(n * 7919) % 999983}`,
      `2026${String(n).padStart(6, '0')}`,
      n % 100 === 0 || n % 50 === 1 ? null : firstClass + scatter(n, classes),
      n % 3 === 0 ? null : nowMs - n,
      nowMs + n,
      nowMs,
    ],
  );
  // The triggers have made a row of statistics for every student. Fill these rows with the figures of a year of exams.
  raw.exec(`UPDATE learner SET exams = user_id % 23, sat = user_id % 19, absent = user_id % 7, passed = user_id % 13, tests = user_id % 31,
    average = CASE WHEN user_id % 5 THEN user_id * 7919 % 10001 END, marks = user_id % 8,
    last_exam_ms = CASE WHEN user_id % 9 THEN ${nowMs} - user_id * 104729 % 31536000000 END WHERE school_id = ${school}`);
  const firstProfession = 1 + Number(raw.prepare('SELECT coalesce(max(id), 0) FROM profession').pluck().get());
  const two = (n: number): string => String(n % 100).padStart(2, '0');
  fill('INSERT INTO profession (code, name, levels, enabled, updated_by, updated_ms, created_ms) VALUES (?, ?, ?, ?, 1, ?, ?)', (n) => [
    `${7 + Math.floor(n / 1_000_000)}-${two(Math.floor(n / 10_000))}-${two(Math.floor(n / 100))}-${two(n)}`,
    `${oneOf(trades, n, 7)}${oneOf(given, n, 8)}${n}`,
    n % 3 === 0 ? '[3,4,5]' : '[1,2,3,4,5]',
    n % 10 === 0 ? 0 : 1,
    nowMs - scatter(n, rows),
    nowMs,
  ]);
  fill(
    'INSERT INTO school_profession (school_id, profession_id, areas, since_ms) VALUES (?, ?, ?, ?)',
    (n) => [school, firstProfession + 2 * n - 2, JSON.stringify(n % 4 === 0 ? ['exam'] : professionAreas), nowMs],
    Math.min(500, rows / 2),
  );
  fill(
    'INSERT INTO detail_table (profession_id, level, edition, status, updated_by, updated_ms, created_ms) VALUES (?, ?, ?, ?, 1, ?, ?)',
    (n) => [firstProfession + Math.floor(n / 10), 1 + (n % 5), 1 + (n % 10), 1 + (n % 2), nowMs - scatter(n, rows), nowMs],
  );
  const question = raw.prepare<
    unknown[]
  >(`INSERT INTO question (school_id, type, status, stem, options, answer_key, analysis, difficulty, category, tags, source, prof_id, level, point_code, plain, hash, used_count, created_by, created_ms, updated_by, updated_ms)
    VALUES (?, ?, ?, ?, '[]', '{"kind":"choice","right":["A"]}', '', ?, ?, ?, '', ?, ?, ?, ?, ?, ?, 1, ?, 1, ?)`);
  const tag = raw.prepare<unknown[]>('INSERT INTO question_tag (question_id, bank_id, tag) VALUES (?, ?, ?)');
  for (const bank of [school, certifiedBankId]) {
    raw.transaction(() => {
      for (let n = 1; n <= rows; n += 1) {
        const type = n % 4 === 0 ? 3 : n % 9 === 0 ? 2 : 1;
        const status = n % 25 === 0 ? 0 : n % 27 === 0 ? 3 : 2;
        const difficulty = (1 + (n % 3)) as 1 | 2 | 3;
        const plain = `关于${oneOf(things, n, 9)}的${oneOf(doings, n, 10)}，下列说法中正确的是哪一项？第${n}题 ${oneOf(things, n, 11)} ${oneOf(doings, n, 12)} 成正比 成反比 无关 ${n % 89}`;
        const tags = n % 2 === 0 ? ['重点', `第${n % 40}套`] : [];
        const id = Number(
          question.run(
            bank,
            type,
            status,
            `<p>${plain}</p>`,
            difficulty,
            `理论/${oneOf(trades, n, 13)}/第${n % 12}章`,
            JSON.stringify(tags),
            firstProfession + (n % 40),
            1 + (n % 5),
            `${'ABCD'[n % 4]}-${'ABC'[n % 3]}-${'AB'[n % 2]}-${String(1 + (n % 30)).padStart(3, '0')}`,
            plain,
            `h${n}`,
            scatter(n, 6),
            nowMs,
            nowMs - scatter(n, rows),
          ).lastInsertRowid,
        );
        for (const each of tags) tag.run(id, bank, each);
      }
    })();
  }
  // Every second paper and plan belongs to the teacher who requests the lists; the teacher does not see the others.
  const teacher = raw.prepare("SELECT id FROM user WHERE login_name = 'type6' AND school_id = ?").pluck().get(school);
  const makerOf = (n: number): unknown => (n % 2 === 0 ? teacher : 1);
  fill(
    `INSERT INTO paper (school_id, name, kind, status, rules, question_count, total_points, created_by, updated_by, updated_ms, created_ms)
    VALUES (?, ?, ?, ?, '{"layout":"one","shuffleQuestions":true,"shuffleOptions":true,"passPoints":60}', 100, ?, ?, 1, ?, ?)`,
    (n) => [
      school,
      `${oneOf(trades, n, 14)}${1 + (n % 5)}级试卷${n}`,
      n % 5 === 0 ? 'test' : 'exam',
      n % 4,
      50 + (n % 60),
      makerOf(n),
      nowMs - scatter(n, rows),
      nowMs,
    ],
  );
  const paperId = raw.prepare('SELECT max(id) FROM paper').pluck().get();
  fill(
    `INSERT INTO exam_plan (school_id, name, paper_id, start_ms, duration_ms, entry_limit_ms, earliest_hand_in_ms, notice, created_by, updated_by, updated_ms, created_ms)
    VALUES (?, ?, ?, ?, 5400000, 900000, 0, '', ?, 1, ?, ?)`,
    (n) => [
      school,
      `${oneOf(trades, n, 15)}第${n}批考试`,
      paperId,
      nowMs + scatter(n, rows),
      makerOf(n),
      nowMs - scatter(n + 3, rows),
      nowMs,
    ],
  );
  fill(
    `INSERT INTO audit (at_ms, school_id, user_id, user_name, login_name, user_type, call, entity, entity_id, code, ip, agent, detail, hash, chain_id, seq)
    VALUES (?, ?, ?, ?, ?, 6, ?, ?, ?, ?, '127.0.0.1', '', '{}', '', ?, ?)`,
    (n) => [
      nowMs + n,
      school,
      1 + (n % 300),
      name(n % 300),
      `t${n % 300}`,
      n % 3 === 0 ? '/paper/add' : '/question/import',
      n % 3 === 0 ? 'paper' : 'question',
      String(n),
      n % 50 === 0 ? 1003 : 0,
      school,
      n,
    ],
  );
  raw.prepare("INSERT INTO audit_chain (school_id, seq, hash) VALUES (?, ?, '')").run(school, rows);
  fill("INSERT INTO job (kind, state, input, school_id, user_id, created_ms) VALUES (?, ?, '{}', ?, 1, ?)", (n) => [
    n % 3 === 0 ? 'questionImport' : 'backup',
    2 + (n % 3),
    school,
    nowMs - scatter(n, rows),
  ]);
  raw.pragma('wal_checkpoint(TRUNCATE)');
}
