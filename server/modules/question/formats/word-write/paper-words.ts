import type { Language } from '../../../../http/handler.ts';

interface PaperWords {
  readonly variant: (letter: string) => string;
  readonly keyed: string;
  readonly figures: (minutes: number, total: number, pass: number) => string;
  readonly fields: string;
  readonly notes: string;
  readonly section: (from: number, to: number, each: number, count: number) => string;
  readonly material: (from: number, to: number) => string;
  readonly end: string;
}

/** Texts on a printed paper besides its questions. No line may begin with a digit, because the import counts questions by digits. */
export const printedPaperTexts: Readonly<Record<Language, PaperWords>> = {
  'zh-CN': {
    variant: (letter) => `（${letter} 卷）`,
    keyed: '（含答案）',
    figures: (minutes, total, pass) => `考试时间：${minutes} 分钟　满分：${total} 分　合格：${pass} 分`,
    fields: '姓名：______________　准考证号：____________________　单位：__________________',
    notes: '注意事项：请先填写姓名、准考证号和单位；仔细阅读各大题的答题要求，在规定的位置作答；不要在试卷上乱写乱画。',
    section: (from, to, each, count) =>
      count === 0 ? '' : `（第 ${from === to ? from : `${from}～${to}`} 题，每题 ${each} 分，共 ${count * each} 分）`,
    material: (from, to) => (from === to ? `阅读下面的材料，回答第 ${from} 题。` : `阅读下面的材料，回答 ${from}～${to} 题。`),
    end: '（试卷结束）',
  },
  en: {
    variant: (letter) => ` (${letter})`,
    keyed: ' with answers',
    figures: (minutes, total, pass) => `Time: ${minutes} minutes   Points: ${total}   To pass: ${pass}`,
    fields: 'Name: ______________   Ticket number: ____________________   Employer: __________________',
    notes: 'Notes: fill in name, ticket number and employer first; read what each section asks for, and answer in the place given.',
    section: (from, to, each, count) =>
      count === 0 ? '' : ` (${from === to ? from : `${from}–${to}`}, ${each} points each, ${count * each} in all)`,
    material: (from, to) => `Read the following and answer ${from === to ? `question ${from}` : `questions ${from}–${to}`}.`,
    end: '(end of the paper)',
  },
};
