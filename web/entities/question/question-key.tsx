import { useTranslation } from '../../lib/i18n.ts';
import type { AnswerKey, BlankRule } from '../../../sync/contract/bank/question.ts';
import { PlacedKey } from './placed-answer.tsx';
import { RichText } from '../../ui/rich-text/rich-text.tsx';
import type { RubricKey } from '../../../sync/contract/bank/question-body.ts';

interface QuestionKeyProps {
  question: { readonly key: AnswerKey; readonly analysis: string };
  /** True if the question shows no options of which the right ones could be marked. The key then names the right letters. */
  bare?: boolean;
  /** True on paper, where lines are short of space and colours are not printed. */
  printed?: boolean;
}

/** Returns whether a rubric is empty. Homework that is set as a text, without questions, has an empty rubric. */
export const isEmptyKey = (key: AnswerKey): boolean =>
  key.kind === 'rubric' && key.reference === '' && key.items.length + key.veto.length === 0;

/** Shows the accepted answers of a blank. `at` is null for the only blank of a question. */
function BlankAnswer({ rule, at }: { rule: BlankRule; at: number | null }) {
  const { t } = useTranslation('ui');
  return (
    <li className="flex flex-wrap items-baseline gap-x-2">
      {at !== null && <span className="text-muted-foreground">{t('blank', { n: at + 1 })}</span>}
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

/** Shows the right answer and the analysis. */
export function QuestionKey({ question: { key, analysis }, bare = false, printed = false }: QuestionKeyProps) {
  const { t } = useTranslation('ui');
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
      {(key.kind === 'order' || key.kind === 'match') && <PlacedKey answer={key} printed={printed} />}
      {key.kind === 'blanks' && (
        <ul className={printed ? 'flex flex-wrap gap-x-6' : 'mt-3 flex flex-col gap-1 rounded-lg bg-delivered-soft px-3 py-2 text-sm'}>
          {key.blanks.map((rule, at) => (
            <BlankAnswer key={at} rule={rule} at={key.blanks.length === 1 ? null : at} />
          ))}
        </ul>
      )}
      {key.kind === 'rubric' && !isEmptyKey(key) && (
        <RubricView
          rubric={key}
          className={printed ? 'flex flex-col gap-1' : 'mt-3 flex flex-col gap-3 rounded-lg bg-delivered-soft px-3 py-2.5 text-sm'}
        />
      )}
      {analysis !== '' && (
        <div className={printed ? 'text-[9.5pt] [&_p]:inline [&>.rich]:inline' : 'mt-4 border-l-2 pl-3 text-sm'}>
          <p className={printed ? 'mr-2 font-medium' : 'mb-0.5 text-[13px] text-muted-foreground'}>{t('analysis')}</p>
          <RichText html={analysis} />
        </div>
      )}
    </>
  );
}

/** Shows the rubric for markers: the reference answer, the scoring points with their sum, and the veto items, each of which fails the question. */
function RubricView({ rubric, className }: { rubric: RubricKey; className: string }) {
  const { t } = useTranslation('ui');
  const total = rubric.items.reduce((sum, item) => sum + item.points, 0);
  return (
    <div className={className}>
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
