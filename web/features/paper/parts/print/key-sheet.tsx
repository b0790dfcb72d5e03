import type { ReactNode } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { sectionType } from '../../../../../sync/contract/codes.ts';
import { PrintBlock, PrintPage } from '../../../../ui/print/print-layout.tsx';
import { RichText } from '../../../../ui/rich-text/rich-text.tsx';
import { QuestionKey } from '../../../../entities/question/question-key.tsx';
import { getNumberRange, type PrintSection } from '../../paper-print.ts';

type Item = PrintSection['items'][number];

/** Prints the key (参考答案): choices in tables, other questions with their marking schemes, and analyses if requested. */
export function KeySheet({ sections, analyses }: { sections: readonly PrintSection[]; analyses: boolean }) {
  const { t } = useTranslation('paper');
  return (
    <PrintPage className="text-[10.5pt] leading-normal">
      {sections.map((one, at) => {
        const range = getNumberRange(one);
        const heading = (
          <h2 className="mb-1.5 font-bold">
            {one.section.title}
            {range !== null && (
              <span className="num ml-2 text-[9pt] font-normal">
                {t(range.from === range.to ? 'printOne' : 'printRange', { ...range })}
                {t('keyEach', { n: one.section.pointsEach })}
              </span>
            )}
          </h2>
        );
        const isChoice = one.section.type <= sectionType.judgement;
        // Choices are in the table; below it list only questions with an analysis.
        const listed = isChoice ? one.items.filter(({ question }) => analyses && question.analysis !== '') : one.items;
        return (
          <section key={at} className="mb-4">
            {isChoice && <KeyTable one={one} heading={heading} />}
            {listed.map((item, place) => (
              <PrintBlock key={item.number} className={isChoice ? 'mt-1.5' : 'mb-2'}>
                {place === 0 && !isChoice && heading}
                <div className="flex gap-2">
                  <span className="num w-[8mm] shrink-0 text-right">{item.number}.</span>
                  <div className="min-w-0 grow">
                    {isChoice ? (
                      <div className="text-[9.5pt]">
                        <b className="mr-2">
                          <Letters item={item} />
                        </b>
                        <RichText html={item.question.analysis} className="inline [&>p]:inline" />
                      </div>
                    ) : (
                      <>
                        <QuestionKey printed question={{ ...item.question, ...(!analyses && { analysis: '' }) }} />
                        <ScaledPoints item={item} points={one.section.pointsEach} />
                      </>
                    )}
                  </div>
                </div>
              </PrintBlock>
            ))}
          </section>
        );
      })}
    </PrintPage>
  );
}

/** Prints numbers above answers, ten a row, for marking by hand. */
function KeyTable({ one, heading }: { one: PrintSection; heading: ReactNode }) {
  const { t } = useTranslation(['paper', 'ui', 'words']);
  const rows = Array.from({ length: Math.ceil(one.items.length / 10) }, (_, at) => one.items.slice(at * 10, at * 10 + 10));
  const fill = (row: readonly Item[]) =>
    Array.from({ length: 10 - row.length }, (_, at) => <td key={`fill${String(at)}`} className={cell} />);
  return rows.map((row, at) => (
    <PrintBlock key={row[0]?.number}>
      {at === 0 && heading}
      <table className="num -mt-px w-full table-fixed border-collapse text-center">
        <tbody>
          <tr className="text-[8.5pt]">
            <th className={`${cell} w-[16mm] font-normal`}>{t('words:questionNumber')}</th>
            {row.map((item) => (
              <td key={item.number} className={cell}>
                {item.number}
              </td>
            ))}
            {fill(row)}
          </tr>
          <tr className="font-bold">
            <th className={`${cell} text-[8.5pt] font-normal`}>{t('ui:answer')}</th>
            {row.map((item) => (
              <td key={item.number} className={cell}>
                <Letters item={item} />
              </td>
            ))}
            {fill(row)}
          </tr>
        </tbody>
      </table>
    </PrintBlock>
  ));
}
const cell = 'border border-current py-0.5';

function Letters({ item: { question } }: { item: Item }) {
  if (question.key.kind !== 'choice') return null;
  if (question.type !== sectionType.judgement) return question.key.right.join('');
  return question.key.right[0] === 'T' ? '√' : '×';
}

/** Prints how the points of the rubric are scaled to those of the paper, if they differ. */
function ScaledPoints({ item, points }: { item: Item; points: number }) {
  const { t } = useTranslation('paper');
  const { key } = item.question;
  if (key.kind !== 'rubric' || key.items.length === 0) return null;
  const full = key.items.reduce((sum, each) => sum + each.points, 0);
  return full !== points && <p className="num mt-1 text-[9.5pt]">{t('keyScaled', { full, points })}</p>;
}
