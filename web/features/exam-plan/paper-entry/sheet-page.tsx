import { useState, useContext } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useParams, useSearchParams } from 'react-router-dom';
import { formatTime, formatDateTime } from '../../../lib/format-time.ts';
import { useCall, useInvalidate } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { planCallPrefixes } from '../exam-plan-queries.ts';
import {
  type PaperSheetData,
  getSheetPath,
  listChangedAnswers,
  hasTypedAnswer,
  type TypedSheetAnswers,
  formatSheetCode,
  type SheetItem,
} from './sheet-view.ts';
import { dropDraft, readDraft, writeDraft } from '../../../lib/draft/draft.ts';
import { useAction } from '../../../ui/use-action.ts';
import { Switch } from '../../../ui/primitives/switch.tsx';
import { MemoryOwnerContext } from '../../../ui/memory-owner-context.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { SheetQuestion } from './sheet-question.tsx';
import { useLatest } from '../../../ui/use-latest.ts';
import { useAtomValue } from 'jotai';
import { sectionType } from '../../../../sync/contract/codes.ts';
import { joinLongAnswer } from '../../../../sync/engine/ops/long-answer.ts';
import { countWritingLines } from '../../../../sync/domain/papers/paper-layout.ts';
import { splitLeftItems } from '../../../../sync/domain/papers/left-items.ts';
import { formatPairs, LeftItems } from '../../../entities/question/placed-answer.tsx';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { getSchoolLogo } from '../../../platform/session/session-user.ts';
import { PrintBlock, PrintLayout, PrintPage } from '../../../ui/print/print-layout.tsx';
import { QrPicture } from '../../../ui/print/qr-picture.tsx';
import { RichText } from '../../../ui/rich-text/rich-text.tsx';

/** /teacher/exam/exam-plan/sheet/{plan}/{user}: prints the unanswered part of an examinee's paper, and later records the answers written on it. */
export function SheetPage() {
  const ids = useParams();
  const [params] = useSearchParams();
  const [planId, userId] = [Number(ids['planId']), Number(ids['userId'])];
  const sheetParam = Number(params.get('sheet') ?? 0);
  const { data, error, refetch } = useCall(
    '/exam/getSheet',
    { planId, userId, ...(sheetParam > 1 && { sheet: sheetParam }) },
    { quiet: true },
  );
  if (data === undefined) return <LoadingState query={{ error, refetch }} className="h-96 rounded-xl" />;
  if (data.sheet !== null && params.get('view') === 'print') return <SheetPrint sheet={data} no={data.sheet} />;
  return <OnScreen sheet={data} />;
}

function OnScreen({ sheet }: { sheet: PaperSheetData }) {
  const { t } = useTranslation(['sheet', 'words']);
  const mayChange = useCanChangeData();
  const { planId, userId, sheet: no } = sheet;
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        title={[sheet.name, sheet.seatLabel].filter(Boolean).join(' · ')}
        titleExtra={no === null ? null : <Chip tone="primary">{t('sheetNo', { n: no })}</Chip>}
        description={
          <span className="num">
            {[t('words:planSheet'), sheet.planName, sheet.ticketNo, `${t('until')} ${formatTime(sheet.deadlineMs)}`].join(' · ')}
          </span>
        }
        actions={
          <span className="flex flex-wrap gap-2.5">
            <LinkButton to={`/teacher/exam/exam-plan/offline/${planId}`}>{t('back')}</LinkButton>
            {no !== null && (
              <LinkButton variant="primary" to={`${getSheetPath(planId, userId, no)}&view=print`}>
                {t('print')}
              </LinkButton>
            )}
          </span>
        }
      />
      {sheet.released && <Strip tone="neutral">{t('released')}</Strip>}
      {no === null ? <Issue sheet={sheet} /> : mayChange && !sheet.released && <SheetForm key={no} sheet={sheet} no={no} />}
    </div>
  );
}

function Issue({ sheet }: { sheet: PaperSheetData }) {
  const { t } = useTranslation(['sheet', 'words']);
  const mayChange = useCanChangeData();
  const [isAsking, setIsAsking] = useState(false);
  const { planId, userId } = sheet;
  if (sheet.handedIn) return <Strip tone="kept">{t('handedIn')}</Strip>;
  return (
    <Panel title={t('words:planSheet')}>
      <EmptyState
        title={t('none')}
        action={
          mayChange &&
          !sheet.released && (
            <Button variant="primary" onClick={() => setIsAsking(true)}>
              {t('issue')}
            </Button>
          )
        }
      >
        {t('lead')}
      </EmptyState>
      {isAsking && (
        <ConfirmDialog
          title={t('issueTitle', { name: sheet.name })}
          confirm={t('issue')}
          run={(quiet) => makeCall('/exam/issueSheet', { planId, userId }, quiet)}
          invalidates={planCallPrefixes}
          onClose={() => setIsAsking(false)}
        >
          {t('before')}
        </ConfirmDialog>
      )}
    </Panel>
  );
}

/** Stores the unsaved answers of a paper sheet on this PC, or deletes their draft if there are none. */
function storeTyped(place: string, typed: TypedSheetAnswers): void {
  if (Object.keys(typed).length === 0) dropDraft(place);
  else writeDraft(place, { savedMs: Date.now(), value: typed });
}

/** Records the answers from a paper sheet. Input stays on this PC until it is saved; saving the same input twice writes it only once. */
function SheetForm({ sheet, no }: { sheet: PaperSheetData; no: number }) {
  const { t } = useTranslation('sheet');
  const invalidate = useInvalidate();
  const { planId, userId, items } = sheet;
  const place = `${useContext(MemoryOwnerContext)}.sheet.${planId}.${userId}.${no}`;
  const [typed, setTyped] = useState<TypedSheetAnswers>(() => readDraft<TypedSheetAnswers>(place)?.value ?? {});
  const [onlyOpen, setOnlyOpen] = useState(false);
  const changedAnswers = listChangedAnswers(items, typed);
  const typedRef = useLatest(typed);
  const keep = (next: TypedSheetAnswers): void => {
    typedRef.current = next;
    setTyped(next);
    storeTyped(place, next);
  };
  const enter = useAction({
    mutationFn: (answers: { itemId: string; value: string[] }[]) => makeCall('/exam/enterSheet', { planId, userId, sheet: no, answers }),
    onSuccess: async ({ written }, sent) => {
      await invalidate(...planCallPrefixes);
      // Remove the saved answers from the unsaved input; answers typed after the save was sent stay there.
      const held = new Map(sent.map(({ itemId, value }) => [itemId, value.join('\n')]));
      keep(Object.fromEntries(Object.entries(typedRef.current).filter(([itemId, value]) => held.get(itemId) !== value.join('\n'))));
      toast.success(written > 0 ? t('saved', { n: written }) : t('savedNone'));
    },
  });
  const visibleItems = onlyOpen ? items.filter(({ itemId, value }) => !hasTypedAnswer(value) || typed[itemId] !== undefined) : items;
  return (
    <Panel
      title={t('enter')}
      aside={
        <label className="flex items-center gap-2 text-[13px]">
          <Switch checked={onlyOpen} onCheckedChange={setOnlyOpen} />
          {t('onlyOpen')}
        </label>
      }
    >
      <p className="px-4 pt-3 text-[13px] leading-relaxed text-muted-foreground">{t('typeHint')}</p>
      <ol className="divide-y">
        {visibleItems.map((item) => (
          <li key={item.itemId} className="flex flex-col gap-2.5 px-4 py-3.5">
            <SheetQuestion
              item={item}
              value={typed[item.itemId] ?? item.value}
              onChange={(value) => keep({ ...typedRef.current, [item.itemId]: value })}
              aside={
                changedAnswers.some(({ itemId }) => itemId === item.itemId) ? (
                  <Chip tone="kept" mark="ring">
                    {t('changed')}
                  </Chip>
                ) : hasTypedAnswer(item.value) ? (
                  <Chip tone="delivered" mark="dot">
                    {t('answered')}
                  </Chip>
                ) : null
              }
            />
          </li>
        ))}
      </ol>
      <div className="sticky bottom-0 flex justify-end border-t bg-card px-4 py-3">
        <Button
          variant="primary"
          busy={enter.isPending}
          disabled={changedAnswers.length === 0}
          onClick={() => enter.mutate(changedAnswers)}
        >
          {t('save', { n: changedAnswers.length })}
        </Button>
      </div>
    </Panel>
  );
}

/** Prints an examinee's paper to continue by pen: questions already answered show their answers, the others have space to write. */
function SheetPrint({ sheet, no }: { sheet: PaperSheetData; no: number }) {
  const { t } = useTranslation(['sheet', 'words']);
  const user = useAtomValue(sessionUserAtom);
  const { planId, userId } = sheet;
  const facts = [
    [t('words:personName'), sheet.name],
    ...(sheet.seatLabel === '' ? [] : [[t('words:seat'), sheet.seatLabel] as const]),
    [t('ticket'), sheet.ticketNo],
    [t('until'), formatTime(sheet.deadlineMs)],
  ] as const;
  return (
    <PrintLayout
      school={{ title: user?.school_title ?? '', logo: user === null ? '' : getSchoolLogo(user) }}
      title={t('words:planSheet')}
      badge={t('variant', { variant: sheet.variant })}
      subtitle={[sheet.planName, formatDateTime(sheet.startMs)].join(' · ')}
      footer={[sheet.name, sheet.ticketNo, formatSheetCode(planId, userId, no)].filter(Boolean).join(' · ')}
      actions={
        <LinkButton variant="ghost" className="mr-auto" to={getSheetPath(planId, userId, no)}>
          {t('toEnter')}
        </LinkButton>
      }
    >
      <PrintPage className="font-serif text-[10.5pt] leading-[1.6]">
        <div className="mb-3 flex gap-5 border-b border-black pb-3">
          <div className="min-w-0 grow">
            <dl className="num grid grid-cols-[auto_1fr_auto_1fr] gap-x-3 gap-y-1">
              {facts.map(([label, text]) => (
                <div key={label} className="contents">
                  <dt>{label}</dt>
                  <dd className="border-b border-[#999] font-bold">{text || '\u00A0'}</dd>
                </div>
              ))}
            </dl>
            <p className="mt-2 text-[9.5pt]">{t('paperHint')}</p>
            <p className="mt-2 grid grid-cols-3 gap-4 text-[9.5pt]">
              {(['signExaminee', 'signWatcher', 'signClerk'] as const).map((who) => (
                <span key={who} className="border-b border-[#999] pb-[4mm]">
                  {t(who)}
                </span>
              ))}
            </p>
          </div>
          <figure className="w-[27mm] flex-none text-center">
            <QrPicture text={`${window.location.origin}${getSheetPath(planId, userId, no)}`} label={t('qr')} />
            <figcaption className="num text-[8.5pt]">{formatSheetCode(planId, userId, no)}</figcaption>
          </figure>
        </div>
        {sheet.items.map((item, at) => (
          <PrintBlock key={item.itemId} className="mb-3">
            {item.section !== sheet.items[at - 1]?.section && <h2 className="mb-1.5 font-bold">{item.section}</h2>}
            <Question item={item} />
          </PrintBlock>
        ))}
      </PrintPage>
    </PrintLayout>
  );
}

function Question({ item }: { item: SheetItem }) {
  const { t } = useTranslation(['sheet', 'ui']);
  const { itemId, type, points, stem, blanks, shown, value } = item;
  const { left, options } = splitLeftItems(item.options);
  const isJudgement = type === sectionType.judgement && options.length === 0;
  const answerOf = (): string => {
    if (isJudgement) return t(value[0] === 'T' ? 'ui:right' : 'wrong');
    if (left.length > 0) return formatPairs(value);
    return options.length > 0 ? value.join(' ') : type === sectionType.fillIn ? value.join(' · ') : joinLongAnswer([...value]);
  };
  const lines = hasTypedAnswer(value) ? 1 : type === sectionType.fillIn ? blanks : countWritingLines(points);
  return (
    <div>
      <div className="flex gap-1.5">
        <b className="num shrink-0">{itemId}.</b>
        <RichText html={stem} className="min-w-0 grow [&_img]:inline-block [&_img]:max-h-[55mm] [&_img]:max-w-full" />
        <span className="num shrink-0 text-[9pt]">{t('points', { n: points })}</span>
      </div>
      {left.length > 0 && <LeftItems items={[...left]} look="print" />}
      {options.length > 0 && (
        <ol className="ml-6 grid grid-cols-2 gap-x-6">
          {options.map(({ id, html }) => (
            <li key={id} className="flex gap-1.5">
              <b>{id}</b>
              <RichText html={html} className="min-w-0 grow" />
            </li>
          ))}
        </ol>
      )}
      {isJudgement && (
        <p className="ml-6 flex gap-10">
          <span>{t('ui:right')}</span>
          <span>{t('wrong')}</span>
        </p>
      )}
      {shown && <p className="ml-6 text-[9.5pt]">{t('shown')}</p>}
      {hasTypedAnswer(value) && <p className="ml-6 text-[9.5pt] whitespace-pre-wrap">{t('answerWas', { text: answerOf() })}</p>}
      {type === sectionType.ordering && !hasTypedAnswer(value) && (
        <p className="mt-1 ml-6 flex items-end gap-2">
          {t('orderLetters')}
          <span className="inline-block h-[8mm] w-[60mm] border-b border-[#999]" />
        </p>
      )}
      {options.length === 0 && !isJudgement && !shown && (
        <div className="ml-6">
          {Array.from({ length: lines }, (_, line) => (
            <div key={line} className="h-[8mm] border-b border-[#999]" />
          ))}
        </div>
      )}
    </div>
  );
}
