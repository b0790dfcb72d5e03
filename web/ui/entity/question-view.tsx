import { Check } from 'lucide-react';
import { useTranslation } from '../../lib/i18n.ts';
import type { BlankRule, QuestionBody } from '../../../sync/contract/bank/question.ts';
import { cn } from '../../lib/cn.ts';
import { RichText } from '../rich-text/rich-text.tsx';
import type { RubricKey } from '../../../sync/contract/bank/question-body.ts';

function BlankAnswer({ rule, at }: { rule: BlankRule; at: number }) {
  const { t } = useTranslation('ui');
  return (
    <li className="flex flex-wrap items-baseline gap-x-2">
      <span className="text-muted-foreground">{t('blank', { n: at + 1 })}</span>
      {rule.mode === 'text' ? (
        <span>
          {rule.anyOf.map((text, index) => (
            <span key={text}>
              {index > 0 && <span className="mx-1.5 text-muted-foreground">{t('or')}</span>}
              <b className="font-semibold">{text}</b>
            </span>
          ))}
        </span>
      ) : (
        <span>
          <b className="font-semibold">{rule.value}</b>
          {rule.tolerance > 0 && <span className="ml-1.5 text-muted-foreground">± {rule.tolerance}</span>}
        </span>
      )}
    </li>
  );
}

/** Shows a complete question to staff: stem, options with the correct ones marked, accepted answers of blanks, analysis. */
export function QuestionView({ question, className, showKey = true }: { question: QuestionBody; className?: string; showKey?: boolean }) {
  const { t } = useTranslation('ui');
  const right = showKey && question.key.kind === 'choice' ? question.key.right : [];
  return (
    <div className={cn('text-[15px] leading-relaxed', className)}>
      {question.material !== '' && (
        <RichText html={question.material} className="mb-3 border-l-2 border-primary/40 bg-muted/40 px-3 py-2" />
      )}
      <RichText html={question.stem} />
      {question.options.length > 0 && (
        <ul className="mt-3 flex flex-col gap-1.5">
          {question.options.map((option) => {
            const isRight = right.includes(option.id);
            return (
              <li
                key={option.id}
                className={cn(
                  'flex items-start gap-2.5 rounded-lg border px-3 py-2',
                  isRight ? 'border-delivered/40 bg-delivered-soft' : 'border-transparent bg-muted/60',
                )}
              >
                <span className={cn('w-4 shrink-0 font-semibold', isRight ? 'text-delivered' : 'text-muted-foreground')}>{option.id}</span>
                <RichText html={option.html} className="min-w-0 grow" />
                {isRight && (
                  <span className="flex shrink-0 items-center gap-1 text-[13px] font-medium text-delivered">
                    <Check aria-hidden className="size-3.5" strokeWidth={3} />
                    {t('right')}
                  </span>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {showKey && <QuestionKey question={question} bare={question.options.length === 0} />}
    </div>
  );
}

/** Shows the correct answer and the analysis. `bare`: the question has no options in which the correct ones are marked already. */
export function QuestionKey({ question, bare = false }: { question: Pick<QuestionBody, 'key' | 'analysis'>; bare?: boolean }) {
  const { t } = useTranslation('ui');
  const { key } = question;
  return (
    <>
      {bare && key.kind === 'choice' && (
        <p className="mt-3 text-sm">
          <span className="mr-2 text-muted-foreground">{t('answer')}</span>
          <b className="font-semibold text-delivered">
            {key.right.map((id) => (id === 'T' ? t('true') : id === 'F' ? t('false') : id)).join(' ')}
          </b>
        </p>
      )}
      {key.kind === 'blanks' && (
        <ul className="mt-3 flex flex-col gap-1 rounded-lg bg-delivered-soft px-3 py-2 text-sm">
          {key.blanks.map((rule, at) => (
            <BlankAnswer key={at} rule={rule} at={at} />
          ))}
        </ul>
      )}
      {key.kind === 'rubric' && <RubricView rubric={key} />}
      {question.analysis !== '' && (
        <div className="mt-4 border-l-2 pl-3 text-sm">
          <p className="mb-0.5 text-[13px] text-muted-foreground">{t('analysis')}</p>
          <RichText html={question.analysis} />
        </div>
      )}
    </>
  );
}

/** Shows the rubric for markers: the reference answer, the scoring points with their sum, and the veto items, each of which fails the question. */
function RubricView({ rubric }: { rubric: RubricKey }) {
  const { t } = useTranslation('ui');
  const total = rubric.items.reduce((sum, item) => sum + item.points, 0);
  return (
    <div className="mt-3 flex flex-col gap-3 rounded-lg bg-delivered-soft px-3 py-2.5 text-sm">
      {rubric.reference !== '' && (
        <div>
          <p className="mb-0.5 text-[13px] text-muted-foreground">{t('referenceAnswer')}</p>
          <RichText html={rubric.reference} />
        </div>
      )}
      {rubric.items.length > 0 && (
        <div>
          <p className="mb-0.5 text-[13px] text-muted-foreground">{t('scoringPoints', { count: total })}</p>
          <ol className="flex flex-col gap-1">
            {rubric.items.map((item, at) => (
              <li key={at} className="flex items-baseline gap-2">
                <span className="num w-5 shrink-0 text-right text-muted-foreground">{at + 1}.</span>
                <span className="min-w-0 grow">{item.text}</span>
                <b className="num shrink-0 font-semibold">{t('points', { count: item.points })}</b>
              </li>
            ))}
          </ol>
        </div>
      )}
      {rubric.veto.length > 0 && (
        <div>
          <p className="mb-0.5 text-[13px] font-medium text-seal">{t('vetoItems')}</p>
          <ul className="list-disc pl-5">
            {rubric.veto.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
