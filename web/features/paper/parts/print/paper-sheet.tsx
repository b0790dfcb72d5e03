import { Fragment } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { addBrackets } from '../../../../lib/punctuation.ts';
import { rubricTypes } from '../../../../../sync/contract/bank/question-body.ts';
import { sectionType } from '../../../../../sync/contract/codes.ts';
import { countWritingLines } from '../../../../../sync/domain/papers/paper-layout.ts';
import { PrintBlock, PrintPage } from '../../../../ui/print/print-layout.tsx';
import { RichText } from '../../../../ui/rich-text/rich-text.tsx';
import { QuestionView } from '../../../../entities/question/question-view.tsx';
import { computeSubtotal } from '../../paper-figures.ts';
import { findMaterialRun, getNumberRange, type PrintSection } from '../../paper-print.ts';
import { chineseOrdinals } from '../../paper-templates.ts';

type Item = PrintSection['items'][number];
interface PaperSheetProps {
  sections: readonly PrintSection[];
  minutes: number;
  /** True if the paper itself has brackets and lines for the answers. */
  writeHere: boolean;
}

/** Prints the paper (试卷): notes, points table, and sections, each with the instruction that the standard theory papers give for its question type. */
export function PaperSheet({ sections, minutes, writeHere }: PaperSheetProps) {
  const { t } = useTranslation('paper');
  return (
    <PrintPage className="font-serif text-[10.5pt] leading-[1.6]">
      <div className="mb-3 flex gap-4 text-[9.5pt] leading-normal">
        <div className="grow">
          <p className="font-bold">{t('printNotes')}</p>
          <ol className="list-decimal pl-5">
            <li>{t('printNoteTime', { minutes })}</li>
            <li>{t('printNoteFields')}</li>
            <li>{t(writeHere ? 'printNotePlace' : 'printNoteSheet')}</li>
            <li>{t('printNoteClean')}</li>
          </ol>
        </div>
      </div>
      {writeHere && <ScoreTable sections={sections.length} />}
      {sections.map((section, at) => (
        <section key={at} className="mb-4">
          {section.items.map((item, place) =>
            place === 0 ? (
              // Keep the heading together with the first question, so that it never ends a page.
              <PrintBlock key={item.number}>
                <SectionHead section={section} writeHere={writeHere} />
                <Material items={section.items} at={place} />
                <Question item={item} section={section} writeHere={writeHere} />
              </PrintBlock>
            ) : (
              <Fragment key={item.number}>
                <Material items={section.items} at={place} />
                <Question item={item} section={section} writeHere={writeHere} />
              </Fragment>
            ),
          )}
          {section.items.length === 0 && <SectionHead section={section} writeHere={false} />}
        </section>
      ))}
      <p className="mt-6 text-center text-[9pt]">{t('printEnd')}</p>
    </PrintPage>
  );
}

const ruleTexts = {
  [sectionType.single]: 'printRuleSingle',
  [sectionType.multiple]: 'printRuleMultiple',
  [sectionType.judgement]: 'printRuleJudgement',
  [sectionType.fillIn]: 'printRuleFillIn',
  [sectionType.ordering]: 'printRuleOrdering',
  [sectionType.matching]: 'printRuleMatching',
} as const;

/** Section instructions for papers that are answered on a separate answer sheet, by the key of the usual instruction. */
const sheetTexts = {
  printRuleSingle: 'sheetRuleSingle',
  printRuleMultiple: 'sheetRuleMultiple',
  printRuleJudgement: 'sheetRuleJudgement',
  printRuleFillIn: 'sheetRuleFillIn',
  printRuleOrdering: 'sheetRuleOrdering',
  printRuleMatching: 'sheetRuleMatching',
} as const;

function SectionHead({ section: one, writeHere }: { section: PrintSection; writeHere: boolean }) {
  const { t } = useTranslation('paper');
  const { section, items } = one;
  const range = getNumberRange(one);
  const rule = ruleTexts[section.type as keyof typeof ruleTexts];
  return (
    <div className="mb-1.5 flex items-start gap-3">
      {writeHere && <ScoreCorner />}
      <h2 className="grow pt-1 font-bold">
        {section.title}
        <span className="num ml-1 font-normal">
          {addBrackets(
            [
              range !== null && t(range.from === range.to ? 'printOne' : 'printRange', { ...range }),
              rule !== undefined && t(writeHere ? rule : sheetTexts[rule]),
              section.type === sectionType.multiple && t(section.partial ? 'printRulePartial' : 'printRuleWhole'),
              t('sectionLine', {
                count: items.length,
                each: section.pointsEach,
                total: computeSubtotal({ ...section, count: items.length }),
              }),
            ]
              .filter(Boolean)
              .join(''),
          )}
        </span>
      </h2>
    </div>
  );
}

/** Prints shared material once, before the first of its questions. */
function Material({ items, at }: { items: readonly Item[]; at: number }) {
  const { t } = useTranslation('paper');
  const of = findMaterialRun(items, at);
  if (of === undefined) return null;
  return (
    <PrintBlock className="mb-2">
      <p className="num">{t(of.from === of.to ? 'printMaterialOne' : 'printMaterial', { from: of.from, to: of.to })}</p>
      <RichText html={of.html} className="indent-[2em] [&_img]:max-h-[60mm]" />
    </PrintBlock>
  );
}

function Question({
  item: { number, question },
  section: { section },
  writeHere,
}: {
  item: Item;
  section: PrintSection;
  writeHere: boolean;
}) {
  const lines = writeHere && rubricTypes.includes(section.type) ? countWritingLines(section.pointsEach) : 0;
  return (
    <PrintBlock className="mb-2">
      <QuestionView question={question} mode="print" number={number} />
      {lines > 0 && (
        <div aria-hidden className="pl-[8.5mm]">
          {Array.from({ length: lines }, (_, at) => (
            <div key={at} className="h-[8mm] border-b border-current/60" />
          ))}
        </div>
      )}
    </PrintBlock>
  );
}

const cell = 'border border-current px-2 py-0.5';

/** Prints the points table (总分表): points of every section and the total, and the marker. */
function ScoreTable({ sections }: { sections: number }) {
  const { t } = useTranslation(['paper', 'words']);
  const rows = [t('words:points'), t('marker'), t('checker')];
  return (
    <table className="num mb-3 w-full border-collapse text-center text-[9.5pt]">
      <tbody>
        <tr>
          <th className={`${cell} w-20 font-bold`}>{t('section')}</th>
          {Array.from({ length: sections }, (_, at) => (
            <td key={at} className={cell}>
              {chineseOrdinals[at]}
            </td>
          ))}
          <td className={`${cell} font-bold`}>{t('total')}</td>
        </tr>
        {rows.map((row) => (
          <tr key={row}>
            <th className={`${cell} font-bold`}>{row}</th>
            {Array.from({ length: sections + 1 }, (_, at) => (
              <td key={at} className={`${cell} h-[7mm]`} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Prints the boxes 得分 and 评卷人 next to a section heading. */
function ScoreCorner() {
  const { t } = useTranslation(['paper', 'words']);
  return (
    <table className="shrink-0 border-collapse text-center text-[9pt]">
      <tbody>
        <tr>
          <td className={`${cell} w-[15mm]`}>{t('words:points')}</td>
          <td className={`${cell} w-[15mm]`}>{t('marker')}</td>
        </tr>
        <tr>
          <td className={`${cell} h-[7mm]`} />
          <td className={cell} />
        </tr>
      </tbody>
    </table>
  );
}
