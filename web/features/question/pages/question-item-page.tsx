import { ArrowLeft, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { joinWords } from '../../../lib/punctuation.ts';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { formatDateTime, formatDate } from '../../../lib/format-time.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel, FigureStrip } from '../../../ui/primitives/panel.tsx';
import { LoadingState, QueryFailure } from '../../../ui/feedback/loading-state.tsx';
import { QuestionView } from '../../../entities/question/question-view.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { QuestionStatusChip } from '../../../ui/entity/status-chip.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { Switch } from '../../../ui/primitives/switch.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../../ui/primitives/tabs.tsx';
import { DuplicatesPanel } from '../parts/duplicates-panel.tsx';
import { ReviewButtons } from '../parts/review-buttons.tsx';
import { useQuestionPlace } from '../question-place.ts';
import {
  type QuestionDetail,
  useQuestion,
  useQuestionUsage,
  useQuestionChange,
  useQuestionHistory,
  useQuestionVersion,
  type QuestionVersion,
} from '../question-queries.ts';
import { formatFigure, formatMean } from '../../../lib/format-number.ts';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { cn } from '../../../lib/cn.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { useFieldTexts } from '../field-words.ts';
import { diffTexts, type DiffPart } from '../../../lib/text-difference.ts';

/** Shows where the question is used, and how many examinees have seen it. */
function UsageTab({ id, bank }: { id: number; bank: 'school' | 'certified' }) {
  const { t } = useTranslation('question');
  const { data, error, refetch } = useQuestionUsage(id);
  if (data === undefined) return <LoadingState query={{ error, refetch }} className="h-40 rounded-xl" />;
  const discriminationNote = (figure: typeof data.figure): string => {
    if (figure === null) return '';
    if (figure.discrimination === null) return t('tooFew');
    return t(figure.discrimination < 0.2 ? 'tellsLittle' : figure.discrimination < 0.4 ? 'tellsWell' : 'tellsVeryWell');
  };
  const list = (
    rows: readonly { readonly id: number; readonly name: string; readonly note: string; readonly more?: string }[],
    none: string,
  ) =>
    rows.length === 0 ? (
      <EmptyState className="py-8" title={none} />
    ) : (
      <ul className="divide-y text-sm">
        {rows.map((row) => (
          <li key={row.id} className="flex flex-wrap items-baseline gap-x-3 px-3.5 py-2">
            <span className="min-w-0 grow truncate">{row.name}</span>
            <span className="num shrink-0 text-[13px] text-muted-foreground">{row.note}</span>
            {row.more !== undefined && row.more !== '' && <span className="num basis-full text-[13px]">{row.more}</span>}
          </li>
        ))}
      </ul>
    );
  return (
    <div className="flex flex-col gap-3.5">
      <FigureStrip
        figures={[
          { label: t('usedCount'), value: data.usedCount, note: t('times') },
          { label: t('exposedCount'), value: data.exposedCount, note: t('persons') },
          { label: t('lastUsed'), value: data.lastUsedMs === null ? '–' : formatDate(data.lastUsedMs) },
          {
            label: t('ease'),
            value: data.figure === null ? '–' : formatFigure(data.figure.ease),
            note: data.figure === null ? t('noScores') : t('scored', { count: data.figure.attempts }),
          },
          {
            label: t('discrimination'),
            value: data.figure?.discrimination == null ? '–' : formatFigure(data.figure.discrimination),
            note: discriminationNote(data.figure),
          },
          ...(bank === 'certified' ? [{ label: t('schoolCount'), value: data.schoolCount }] : []),
        ]}
      />
      <div className="grid items-start gap-3.5 lg:grid-cols-2">
        <Panel title={t('inPapers')}>
          {list(
            data.papers.map((paper) => ({ ...paper, note: formatDate(paper.updatedMs) })),
            t('inNoPaper'),
          )}
        </Panel>
        <Panel title={t('inExams')}>
          {list(
            data.exams.map((exam) => ({
              ...exam,
              note: [
                formatDate(exam.startMs),
                exam.figure === null ? t('examinees', { count: exam.examinees }) : t('scored', { count: exam.figure.attempts }),
                ...(exam.figure === null ? [] : [t('easeIs', { value: formatFigure(exam.figure.ease) })]),
                ...(exam.figure?.discrimination == null
                  ? []
                  : [t('discriminationIs', { value: formatFigure(exam.figure.discrimination) })]),
                t('frozenVersion', { n: exam.questionVersion }),
              ].join(' · '),
              more: (exam.figure?.options ?? [])
                .map(({ id, count, mean }) =>
                  mean === null ? `${id} 0` : t(/^\d$/.test(id) ? 'matchedRight' : 'chose', { id, count, mean: formatMean(mean) }),
                )
                .join('　'),
            })),
            t('inNoExam'),
          )}
        </Panel>
      </div>
    </div>
  );
}

const tabs = ['preview', 'history', 'usage', 'duplicates'] as const;

/** Shows one question: as the examinee sees it, its versions, its uses, and similar questions. */
export function QuestionItemPage() {
  const { t } = useTranslation(['question', 'words']);
  const { questionId } = useParams();
  const { base } = useQuestionPlace();
  const [params, setParams] = useSearchParams();
  const { data, error, refetch } = useQuestion(Number(questionId));
  const tab = tabs.find((each) => each === params.get('tab')) ?? 'preview';
  if (data === undefined)
    return (
      <LoadingState query={{ error, refetch }}>
        <div className="flex flex-col gap-3.5">
          <Skeleton className="h-9 w-64" />
          <Skeleton className="h-80 rounded-xl" />
        </div>
      </LoadingState>
    );
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        title={
          <span className="flex items-center gap-2">
            <Link to={base} aria-label={t('back')} className="rounded-md p-1 hover:bg-muted">
              <ArrowLeft className="size-4" />
            </Link>
            {t('detail', { id: data.id })}
          </span>
        }
        titleExtra={
          <>
            <QuestionStatusChip status={data.status} />
            {data.bank === 'certified' && <Chip tone="primary">{t('words:certifiedBank')}</Chip>}
          </>
        }
        description={[
          t('version', { n: data.version }),
          t('changedBy', { name: data.updatedByName, at: formatDateTime(data.updatedMs) }),
          t('addedBy', { name: data.createdByName, at: formatDateTime(data.createdMs) }),
        ].join(' · ')}
        actions={
          <>
            <ReviewButtons items={[data]} events={data.events} />
            {data.editable && (
              <LinkButton to={`${base}/create/${data.id}`}>
                <Pencil />
                {t('words:edit')}
              </LinkButton>
            )}
          </>
        }
      />
      {data.returned !== null && <Strip tone="kept">{t('returnedBy', { name: data.returned.byName, reason: data.returned.reason })}</Strip>}
      <Tabs
        value={tab}
        onValueChange={(next) => setParams(next === 'preview' ? {} : { tab: next }, { replace: true })}
        className="flex flex-col gap-3.5"
      >
        <TabsList aria-label={t('detail', { id: data.id })}>
          {tabs.map((each) => (
            <TabsTrigger key={each} value={each}>
              {t(`tab.${each}`)}
            </TabsTrigger>
          ))}
        </TabsList>
        <TabsContent value="preview">
          <Preview question={data} base={base} />
        </TabsContent>
        <TabsContent value="history">
          <HistoryTab key={data.version} question={data} />
        </TabsContent>
        <TabsContent value="usage">
          <UsageTab id={data.id} bank={data.bank} />
        </TabsContent>
        <TabsContent value="duplicates">
          <Panel title={t('duplicatesTitle')} bodyClassName="px-3.5 py-1">
            <DuplicatesPanel question={{ id: data.id, bank: data.bank, stem: data.stem, options: data.options }} base={base} />
          </Panel>
        </TabsContent>
      </Tabs>
    </div>
  );
}

function Preview({ question, base }: { question: QuestionDetail; base: string }) {
  const { t } = useTranslation(['question', 'words']);
  const { t: code } = useTranslation('codes');
  const [key, setKey] = useState(false);
  const facts = [
    [t('words:questionType'), code(`sectionType.${question.type}`)],
    [t('difficulty'), code(`difficulty.${question.difficulty}`)],
    [t('uniformity'), code(`difficulty.${question.uniformity}`)],
    [t('words:category'), question.category],
    [t('words:profession'), [question.profName, question.tradeName].filter((name) => name !== '').join(' · ')],
    [t('words:level'), question.level === null ? '' : code(`professionLevel.${question.level}`)],
    [t('point'), [question.pointCode, question.pointName].filter((name) => name !== '').join(' ')],
    [t('tags'), joinWords(question.tags)],
    [t('source'), question.source],
    [t('scoreHint'), question.scoreHint === null ? '' : t('pointsOf', { count: question.scoreHint })],
  ] as const;
  return (
    <div className="grid items-start gap-3.5 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <Panel
        title={t(key ? 'withKey' : 'asExaminee')}
        aside={
          <label className="flex items-center gap-2 text-[13px]">
            {t('showKey')}
            <Switch checked={key} onCheckedChange={setKey} />
          </label>
        }
        bodyClassName="p-5"
      >
        {key ? <QuestionView question={question} className="text-[17px]" /> : <QuestionView question={question} mode="examinee" />}
      </Panel>
      <Panel title={t('classification')} bodyClassName="px-3.5 py-1.5">
        <dl className="divide-y text-sm">
          {facts.map(([name, value]) => (
            <div key={name} className="grid grid-cols-[5.5rem_1fr] gap-2 py-2">
              <dt className="text-muted-foreground">{name}</dt>
              <dd className="min-w-0 break-words">
                {value === '' ? (
                  <span className="text-muted-foreground">{t('notSet')}</span>
                ) : name === t('point') ? (
                  <Link
                    className="text-primary underline-offset-4 hover:underline"
                    to={`${base}?point=${question.profId}.${question.level}.${question.pointCode}`}
                  >
                    {value}
                  </Link>
                ) : (
                  value
                )}
              </dd>
            </div>
          ))}
        </dl>
      </Panel>
    </div>
  );
}

/** Shows every version, and the changes of the selected one. */
function HistoryTab({ question }: { question: QuestionDetail }) {
  const { t } = useTranslation('question');
  const { nameOf } = useFieldTexts();
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
                  {item.fields.length > 0 && ` · ${joinWords(item.fields.map(nameOf))}`}
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
  const [beforeTexts, afterTexts] = [wordsIn(before), wordsIn(after)];
  const changedFields = names.filter(([name]) => beforeTexts[name] !== afterTexts[name]);
  if (changedFields.length === 0) return <p className="py-6 text-center text-sm text-muted-foreground">{t('diffNone')}</p>;
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
        {changedFields.map(([name, label]) => {
          const parts = diffTexts(beforeTexts[name] ?? '', afterTexts[name] ?? '');
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
  const visibleParts = parts.filter((part) => part.kind !== without);
  if (visibleParts.length === 0) return <span className="text-muted-foreground">{t('diffEmpty')}</span>;
  return visibleParts.map((part, at) =>
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
