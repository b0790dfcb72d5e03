import type { RuleSet } from './eligibility.ts';

const vocational = ['技工学校', '中专', '大专'];
const college = ['大专', '大学本科', '研究生'];

/** Requirements for applicants in the national standards of 2023, as most professions have them. */
export const eligibilityRules2023: RuleSet = {
  standard: '国家职业技能标准编制技术规程（2023 年版）',
  version: 1,
  levels: {
    5: [{ words: ['年满 16 周岁', 'At least 16 years old'], all: [{ kind: 'age', years: 16 }] }],
    4: [
      { words: ['累计从事本职业满 5 年', 'Five years of work experience'], all: [{ kind: 'work', years: 5 }] },
      { words: ['取得五级后工作满 3 年', 'Level 5, and three years of work since'], all: [{ kind: 'certificate', level: 5, years: 3 }] },
      { words: ['相关专业毕业证', 'A diploma in a related subject'], all: [{ kind: 'education', oneOf: vocational }] },
    ],
    3: [
      { words: ['累计从事本职业满 10 年', 'Ten years of work'], all: [{ kind: 'work', years: 10 }] },
      { words: ['取得四级后工作满 4 年', 'Level 4, and four years of work since'], all: [{ kind: 'certificate', level: 4, years: 4 }] },
      {
        words: ['取得初级职称后工作满 1 年', 'A junior title, and a year of work since'],
        all: [{ kind: 'title', rank: '初级', years: 1 }],
      },
      {
        words: ['持四级证书，并有相关专业大专以上毕业证', 'Level 4, and a college diploma in a related subject'],
        all: [
          { kind: 'certificate', level: 4, years: 0 },
          { kind: 'education', oneOf: college },
        ],
      },
      {
        words: ['高级技工学校、技师学院相关专业毕业证', 'A diploma of a technician school'],
        all: [{ kind: 'education', oneOf: ['技工学校'] }],
      },
    ],
    2: [
      { words: ['取得三级后工作满 5 年', 'Level 3, and five years of work since'], all: [{ kind: 'certificate', level: 3, years: 5 }] },
      {
        words: ['取得中级职称后工作满 1 年', 'A middle title, and a year of work since'],
        all: [{ kind: 'title', rank: '中级', years: 1 }],
      },
    ],
    1: [
      { words: ['取得二级后工作满 5 年', 'Level 2, and five years of work since'], all: [{ kind: 'certificate', level: 2, years: 5 }] },
      {
        words: ['取得高级职称后工作满 1 年', 'A senior title, and a year of work since'],
        all: [{ kind: 'title', rank: '高级', years: 1 }],
      },
    ],
  },
};
