import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { cn } from '../../../lib/cn.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { QueryFailure } from '../../../ui/feedback/query-failure.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { useFieldTexts } from '../field-words.ts';
import {
  type QuestionDetail,
  useQuestionChange,
  useQuestionHistory,
  useQuestionVersion,
  type QuestionVersion,
} from '../question-queries.ts';
import { diffTexts, type DiffPart } from '../text-diff.ts';

/** Shows every version, and the changes of the selected one. */
export function HistoryTab({ question }: { question: QuestionDetail }) {
  const { t } = useTranslation('question');
  const { nameOf, listed } = useFieldTexts();
  const history = useQuestionHistory(question.id);
  const [chosen, setChosen] = useState<number | null>(null);
  const version = chosen ?? question.version;
  const after = useQuestionVersion(question.id, version);
  const before = useQuestionVersion(question.id, version - 1);
  const restore = useQuestionChange('/question/restore', ({ version: made }) => {
    toast.success(t('restored', { n: made }));
    setChosen(null);
  });
  if (history.error !== null && history.data === undefined)
    return <QueryFailure error={history.error} onRetry={() => void history.refetch()} />;
  const failed = after.error ?? before.error;
  return (
    <div className="grid items-start gap-3.5 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <Panel title={t('versions')} bodyClassName="max-h-[34rem] overflow-y-auto">
        {history.data === undefined && <Skeleton className="m-3 h-32" />}
        <ol className="divide-y">
          {history.data?.map((item) => (
            <li key={item.version}>
              <button
                type="button"
                aria-pressed={item.version === version}
                onClick={() => setChosen(item.version)}
                className={cn(
                  'flex w-full flex-col gap-0.5 px-3.5 py-2.5 text-left text-sm hover:bg-muted',
                  item.version === version && 'bg-accent',
                )}
              >
                <span className="flex w-full items-baseline gap-2">
                  <b className="num font-semibold">{t('version', { n: item.version })}</b>
                  <span>{t(`event.${item.event}`)}</span>
                  <span className="num ml-auto text-[13px] text-muted-foreground">{formatDateTime(item.atMs)}</span>
                </span>
                <span className="text-[13px] text-muted-foreground">
                  {item.byName}
                  {item.fields.length > 0 && ` · ${listed(item.fields.map(nameOf))}`}
                </span>
                {item.note !== '' && <span className="text-[13px]">{item.note}</span>}
              </button>
            </li>
          ))}
        </ol>
      </Panel>
      <Panel
        title={version === 1 ? t('firstVersion') : t('diffTitle', { from: version - 1, to: version })}
        aside={
          question.editable &&
          version !== question.version && (
            <Button
              size="sm"
              busy={restore.isPending}
              onClick={() => restore.mutate({ id: question.id, version: question.version, from: version })}
            >
              {t('restore', { n: version })}
            </Button>
          )
        }
        bodyClassName="px-3.5 py-2"
      >
        {failed !== null && <QueryFailure error={failed} onRetry={() => void after.refetch()} />}
        {version === 1 && <p className="py-6 text-center text-sm text-muted-foreground">{t('firstVersionText')}</p>}
        {version > 1 && failed === null && (after.data === undefined || before.data === undefined) && <Skeleton className="h-24" />}
        {version > 1 && after.data !== undefined && before.data !== undefined && <VersionDiff before={before.data} after={after.data} />}
      </Panel>
    </div>
  );
}

/** Compares two versions side by side, field by field: removed text is marked left, added text right. */
function VersionDiff({ before, after }: { before: QuestionVersion; after: QuestionVersion }) {
  const { t } = useTranslation('question');
  const { names, wordsIn } = useFieldTexts();
  const [left, right] = [wordsIn(before), wordsIn(after)];
  const changed = names.filter(([name]) => left[name] !== right[name]);
  if (changed.length === 0) return <p className="py-6 text-center text-sm text-muted-foreground">{t('diffNone')}</p>;
  return (
    <table className="w-full table-fixed text-sm">
      <thead>
        <tr className="border-b text-left text-[13px] text-muted-foreground">
          <th className="w-24 py-1.5 font-medium">{t('field')}</th>
          <th className="py-1.5 pr-3 font-medium">{t('version', { n: before.version })}</th>
          <th className="py-1.5 font-medium">{t('version', { n: after.version })}</th>
        </tr>
      </thead>
      <tbody>
        {changed.map(([name, label]) => {
          const parts = diffTexts(left[name] ?? '', right[name] ?? '');
          return (
            <tr key={name} className="border-b align-top last:border-b-0">
              <th scope="row" className="py-2 pr-2 text-left text-[13px] font-medium">
                {label}
              </th>
              <td className="py-2 pr-3 whitespace-pre-wrap">
                <Side parts={parts} without="new" />
              </td>
              <td className="py-2 whitespace-pre-wrap">
                <Side parts={parts} without="gone" />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Side({ parts, without }: { parts: readonly DiffPart[]; without: 'gone' | 'new' }) {
  const { t } = useTranslation('question');
  const shown = parts.filter((part) => part.kind !== without);
  if (shown.length === 0) return <span className="text-muted-foreground">{t('diffEmpty')}</span>;
  return shown.map((part, at) =>
    part.kind === 'same' ? (
      <span key={at}>{part.text}</span>
    ) : part.kind === 'gone' ? (
      <del key={at} className="rounded-xs bg-seal-soft text-seal">
        {part.text}
      </del>
    ) : (
      <ins key={at} className="rounded-xs bg-delivered-soft font-medium text-delivered no-underline">
        {part.text}
      </ins>
    ),
  );
}
