import { useTranslation } from 'react-i18next';
import { sectionType } from '../../../../sync/contract/codes.ts';
import { PrintBlock, PrintPage } from '../../../ui/print-layout.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { subtotal } from '../paper-figures.ts';
import type { PrintSection } from '../paper-print.ts';

/** 试卷: heading lines, points table, sections, and the sealed line in the margin. */
export function PaperSheet({ sections }: { sections: readonly PrintSection[] }) {
  const { t } = useTranslation('paper');
  const line = (label: string) => (
    <span>
      {label} <span className="inline-block w-32 border-b border-current" />
    </span>
  );
  return (
    <PrintPage className="relative pl-12 text-[13.5px] leading-relaxed">
      <div aria-hidden className="absolute inset-y-0 left-0 w-9 border-r-2 border-dashed border-current print:fixed">
        {/* On paper the line stands on every sheet, its words in the middle of each. */}
        <span className="sticky top-24 mx-auto block w-fit pt-16 text-[12px] tracking-[0.5em] [writing-mode:vertical-rl] print:absolute print:inset-y-0 print:top-0 print:left-1.5 print:h-full print:pt-0 print:text-center">
          {t('sealedLine')}
        </span>
      </div>
      <p className="mb-3 flex flex-wrap gap-x-6 gap-y-2">
        {line(t('nameField'))}
        {line(t('ticketField'))}
        {line(t('unitField'))}
      </p>
      <table className="num mb-4 w-full border-collapse text-center [&_td]:border [&_td]:border-current [&_td]:px-2 [&_td]:py-1">
        <tbody>
          <tr>
            <td>{t('section')}</td>
            {sections.map((_one, at) => (
              <td key={at}>{at + 1}</td>
            ))}
            <td>{t('total')}</td>
          </tr>
          <tr>
            <td>{t('scoreTable')}</td>
            {sections.map((_one, at) => (
              <td key={at} className="h-7" />
            ))}
            <td />
          </tr>
          <tr>
            <td>{t('marker')}</td>
            {sections.map((_one, at) => (
              <td key={at} className="h-7" />
            ))}
            <td />
          </tr>
        </tbody>
      </table>
      {sections.map(({ section, items }, at) => (
        <section key={at} className="mb-4">
          <h2 className="mb-1.5 font-bold break-after-avoid">
            {section.title}
            <span className="num ml-2 font-normal">
              {t('sectionLine', { count: items.length, each: section.pointsEach, total: subtotal({ ...section, count: items.length }) })}
            </span>
          </h2>
          {items.map(({ number, question }) => (
            <PrintBlock key={number} className="mb-2.5">
              <div className="flex gap-1.5">
                <span className="num shrink-0">{number}.</span>
                <RichText
                  html={question.stem}
                  className="min-w-0 grow [&_span[data-blank]]:inline-block [&_span[data-blank]]:w-20 [&_span[data-blank]]:border-b [&_span[data-blank]]:border-current"
                />
                {section.type === sectionType.judgement && <span className="shrink-0">（　　）</span>}
              </div>
              {question.options.length > 0 && section.type !== sectionType.judgement && (
                <ol className="mt-1 grid grid-cols-2 gap-x-4 pl-6">
                  {question.options.map((option) => (
                    <li key={option.id} className="flex gap-1.5">
                      <span>{option.id}.</span>
                      <RichText html={option.html} className="min-w-0" />
                    </li>
                  ))}
                </ol>
              )}
              {section.type >= sectionType.questionAnswer && <div className="h-28" />}
            </PrintBlock>
          ))}
        </section>
      ))}
    </PrintPage>
  );
}
