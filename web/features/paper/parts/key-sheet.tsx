import { useTranslation } from 'react-i18next';
import { sectionType } from '../../../../sync/contract/codes.ts';
import type { PaperQuestion } from '../../../../sync/contract/paper.ts';
import { PrintBlock, PrintPage } from '../../../ui/print-layout.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import type { PrintSection } from '../paper-print.ts';

function Answer({ question }: { question: PaperQuestion }) {
  const { t } = useTranslation('paper');
  const { key } = question;
  if (key.kind === 'choice')
    return (
      <b>{key.right.map((id) => (question.type !== sectionType.judgement ? id : t(id === 'T' ? 'trueText' : 'falseText'))).join('')}</b>
    );
  if (key.kind === 'blanks')
    return (
      <b>
        {key.blanks
          .map((rule) =>
            rule.mode === 'text' ? rule.anyOf.join(' / ') : `${rule.value}${rule.tolerance > 0 ? ` ± ${rule.tolerance}` : ''}`,
          )
          .join('；')}
      </b>
    );
  return (
    <div>
      {key.reference !== '' && <RichText html={key.reference} />}
      <ol className="list-decimal pl-5">
        {key.items.map((item, at) => (
          <li key={at}>
            {item.text} <span className="num">{t('points', { count: item.points })}</span>
          </li>
        ))}
      </ol>
      {key.veto.length > 0 && (
        <p>
          {t('veto')}：{key.veto.join('；')}
        </p>
      )}
    </div>
  );
}

/** Short answers in columns, the others each with its scheme. */
export function KeySheet({ sections }: { sections: readonly PrintSection[] }) {
  return (
    <PrintPage className="text-[13px]">
      {sections.map(({ section, items }, at) => (
        <section key={at} className="mb-4">
          <h2 className="mb-1.5 font-bold break-after-avoid">{section.title}</h2>
          <ol className={section.type <= sectionType.judgement ? 'num grid grid-cols-5 gap-x-4 gap-y-1' : 'flex flex-col gap-2'}>
            {items.map(({ number, question }) => (
              <li key={number} className="break-inside-avoid">
                <PrintBlock className="flex gap-2">
                  <span className="num w-8 shrink-0 text-right">{number}.</span>
                  <Answer question={question} />
                </PrintBlock>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </PrintPage>
  );
}
