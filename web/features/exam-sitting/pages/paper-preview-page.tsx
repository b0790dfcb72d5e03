import { UserRound } from 'lucide-react';
import { useId, useState, type CSSProperties, useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLocation, useParams } from 'react-router-dom';
import { variantNames } from '../../../../sync/contract/codes.ts';
import { cn } from '../../../lib/cn.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { createOneOfFilter, useListState } from '../../../ui/list/list-state.ts';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { QueryFailure } from '../../../ui/feedback/loading-state.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { Switch } from '../../../ui/primitives/switch.tsx';
import { mapItemQuestions, type PreviewedPaper, listRightLetters, toScreenKey } from '../model/preview-keys.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { QuestionView } from '../../../entities/question/question-view.tsx';
import { formatNumberedTitle } from '../model/card-state.ts';
import type { PaperContent } from '../../../../sync/contract/exams/sitting.ts';
import type { PaperQuestion } from '../../../../sync/contract/papers/paper.ts';
import { arrangePaper, type SittingItem } from '../model/paper-order.ts';
import { createPreviewSession } from '../model/preview-session.ts';
import { SittingController } from '../model/sitting-controller.ts';
import { AnswerCard } from '../parts/player/answer-card.tsx';
import { PlayerFooter } from '../parts/player/player-footer.tsx';
import { PlayerQuestionView } from '../parts/answers/question-view.tsx';
import { SectionView } from '../parts/answers/section-view.tsx';
import { getStoredTextSize, textSizes } from '../parts/player/text-size.tsx';
import { usePlayerCommands } from '../parts/player/use-player-commands.ts';
import { usePlayerKeys } from '../parts/player/use-player-keys.ts';
import { useSittingMoves } from '../parts/player/use-sitting-moves.ts';
import { QuestionKey } from '../../../entities/question/question-key.tsx';

const views = ['examinee', 'whole'] as const;
const filters = { view: createOneOfFilter(views), variant: createOneOfFilter(variantNames) };

/** Previews a paper for its author: in the player as an examinee sees it, or whole, with its variants side by side. */
export function PaperPreviewPage() {
  const { t } = useTranslation('examAround');
  const { paperId } = useParams();
  const id = Number(paperId);
  const backPath = useLocation().pathname.replace(/\/preview$/, '');
  const keysId = useId();
  const list = useListState({ filters });
  const view = list.filters.view ?? 'examinee';
  const variant = list.filters.variant ?? 'A';
  const [showKeys, setShowKeys] = useState(false);
  const [examinee, setExaminee] = useState(1);
  const paper = useCall('/paper/getById', { id });
  const preview = useCall('/paper/preview', { id, variant });
  const failed = preview.error ?? paper.error;
  if (failed !== null) return <QueryFailure error={failed} onRetry={() => void Promise.all([preview.refetch(), paper.refetch()])} />;
  const variants = variantNames.slice(0, paper.data?.variants.length ?? 1);
  const isEmpty = preview.data?.content.sections.every((section) => section.items.length === 0) === true;
  return (
    <div className={cn('flex flex-col gap-3.5', view === 'examinee' && 'h-full')}>
      <PageHeader
        title={paper.data?.name ?? ''}
        description={t(view === 'examinee' ? 'previewing' : 'previewingWhole')}
        actions={<LinkButton to={backPath}>{t('previewBack')}</LinkButton>}
      />
      <div className="flex flex-wrap items-center gap-2.5">
        <div role="group" aria-label={t('previewView')} className="flex gap-1.5">
          {views.map((each) => (
            <Button
              key={each}
              size="sm"
              variant={each === view ? 'primary' : 'outline'}
              aria-pressed={each === view}
              onClick={() => list.setFilter('view', each === 'examinee' ? undefined : each)}
            >
              {t(each === 'examinee' ? 'previewExaminee' : variants.length > 1 ? 'previewCompare' : 'previewWhole')}
            </Button>
          ))}
        </div>
        {view === 'examinee' && variants.length > 1 && (
          <Select
            aria-label={t('previewVariant')}
            value={variant}
            onChange={(value) =>
              list.setFilter(
                'variant',
                variantNames.find((name) => name === value),
              )
            }
            choices={variants.map((name) => ({ value: name, label: t('previewVariantName', { name }) }))}
            className="w-24"
          />
        )}
        {view === 'examinee' && (preview.data?.content.shuffleQuestions === true || preview.data?.content.shuffleOptions === true) && (
          <Button size="sm" variant="ghost" onClick={() => setExaminee(examinee + 1)}>
            <UserRound />
            {t('previewOther')}
          </Button>
        )}
        <span className="ml-auto flex items-center gap-2">
          <Switch id={keysId} checked={showKeys} onCheckedChange={setShowKeys} />
          <label htmlFor={keysId} className="text-sm">
            {t('previewKeys')}
          </label>
        </span>
      </div>
      {[...(preview.data?.obstacles ?? [])].map((text) => (
        <Strip key={text} tone="seal">
          {text}
        </Strip>
      ))}
      {[...(preview.data?.warnings ?? [])].map((text) => (
        <Strip key={text} tone="kept">
          {text}
        </Strip>
      ))}
      {preview.data === undefined || paper.data === undefined ? (
        <Skeleton className="min-h-96 grow rounded-xl" />
      ) : isEmpty ? (
        <EmptyState
          title={t('previewNone')}
          action={
            <LinkButton variant="primary" to={backPath}>
              {t('previewBack')}
            </LinkButton>
          }
        />
      ) : view === 'whole' ? (
        <PreviewCompare paper={paper.data} showKeys={showKeys} />
      ) : (
        <PreviewPlayer
          key={`${variant}.${String(examinee)}.${String(paper.data.version)}`}
          content={preview.data.content}
          examinee={`preview.${String(id)}.${variant}.${String(examinee)}`}
          keys={showKeys ? mapItemQuestions(paper.data, variantNames.indexOf(variant)) : null}
        />
      )}
    </div>
  );
}

/** Shows the whole paper for proofreading, its variants side by side, question by question. */
function PreviewCompare({ paper, showKeys }: { paper: PreviewedPaper; showKeys: boolean }) {
  const { t } = useTranslation('examAround');
  const { t: code } = useTranslation('codes');
  const sets = paper.variants.map((_variant, at) => mapItemQuestions(paper, at));
  const ids = sets.map((set) => new Set([...set.values()].map((question) => question.id)));
  return paper.sections.map((section, s) => {
    const from = paper.sections.slice(0, s).reduce((sum, one) => sum + one.count, 0);
    return (
      <Panel key={s} title={formatNumberedTitle(section.title, s)} bodyClassName="px-4 py-3">
        <ol>
          {Array.from({ length: section.count }, (_, at) => (
            <li
              key={at}
              className="grid gap-x-6 gap-y-3 border-b py-4 [contain-intrinsic-size:auto_220px] [content-visibility:auto] first:pt-1 last:border-b-0 last:pb-1"
              style={{ gridTemplateColumns: `repeat(${String(paper.variants.length)}, minmax(0, 1fr))` }}
            >
              {paper.variants.map((variant, v) => {
                const entry = variant.sections[s]?.[at];
                const question = entry && [...(sets[v]?.values() ?? [])].find((one) => one.id === entry.id);
                const shared = question !== undefined && ids.some((other, o) => o !== v && other.has(question.id));
                return (
                  <div key={v} className="min-w-0">
                    <p className="num mb-1.5 flex items-center gap-2 text-[13px] text-muted-foreground">
                      <b className="text-foreground">
                        {paper.variants.length > 1 && variantNames[v]} {from + at + 1}
                      </b>
                      {question !== undefined && <span>{code(`difficulty.${question.difficulty}`)}</span>}
                      {question !== undefined && question.pointCode !== '' && <span>{question.pointCode}</span>}
                      {shared && (
                        <Chip tone="kept" mark="ring">
                          {t('previewShared')}
                        </Chip>
                      )}
                    </p>
                    {question === undefined ? (
                      <p className="text-sm text-muted-foreground">{t('previewEmpty')}</p>
                    ) : (
                      <QuestionView question={question} showKey={showKeys} />
                    )}
                  </div>
                );
              })}
            </li>
          ))}
        </ol>
      </Panel>
    );
  });
}

interface PreviewPlayerProps {
  content: PaperContent;
  /** Text from which the order of questions and options is derived. It takes the place of an attempt's id. */
  examinee: string;
  /** Answer keys by item id; null hides them, as for an examinee. */
  keys: ReadonlyMap<string, PaperQuestion> | null;
}

/** Shows the player without an exam: with the paper's layout and shuffling, answer card and keyboard. */
function PreviewPlayer({ content, examinee, keys }: PreviewPlayerProps) {
  const { t } = useTranslation('examAround');
  const { t: sitting } = useTranslation('examSitting');
  const [controller] = useState(() => new SittingController(createPreviewSession()));
  useEffect(() => () => controller.close(), [controller]);
  const [rightText, wrongText] = [sitting('judgement.right'), sitting('judgement.wrong')];
  const paper = useMemo(() => arrangePaper(content, examinee, [rightText, wrongText]), [content, examinee, rightText, wrongText]);
  const { number, struck, go, move, setNumber, actions } = useSittingMoves(paper, controller, examinee);
  const [size, setSize] = useState(getStoredTextSize);
  const part = useRef<HTMLDivElement>(null);
  const item = paper.items[number - 1];
  usePlayerKeys(usePlayerCommands(item, move, controller, actions), part);
  const goFocused = useCallback(
    (to: number) => {
      go(to);
      requestAnimationFrame(() => part.current?.querySelector<HTMLElement>('[data-question-head]')?.focus({ preventScroll: true }));
    },
    [go],
  );
  if (item === undefined) return null;
  const question = keys?.get(item.id);
  return (
    <div
      ref={part}
      className="flex min-h-[400px] grow basis-0 overflow-hidden rounded-xl border bg-card"
      style={{ '--question-size': `${textSizes[size]}px` } as CSSProperties}
    >
      <div className="flex min-w-0 grow flex-col px-6 max-sm:px-3.5">
        <section
          key={paper.layout === 'one' ? item.id : 'all'}
          data-scroller
          aria-label={t('previewExaminee')}
          className="scroll-slim -mx-6 min-h-0 grow overflow-y-auto px-6 pt-5 pb-4 max-sm:-mx-3.5 max-sm:px-3.5"
        >
          {paper.layout !== 'one' ? (
            <SectionView paper={paper} number={number} controller={controller} struck={struck} actions={actions} onReach={setNumber} />
          ) : (
            <PlayerQuestionView
              item={item}
              total={paper.items.length}
              controller={controller}
              struckOptions={struck[item.id]}
              actions={actions}
            />
          )}
        </section>
        {question !== undefined && <PreviewKey item={item} question={question} />}
        <PlayerFooter item={item} total={paper.items.length} controller={controller} onMove={move} size={size} onSize={setSize} />
      </div>
      <div className="scroll-slim hidden w-[250px] shrink-0 overflow-y-auto border-l px-4 py-4 lg:block">
        <AnswerCard paper={paper} controller={controller} current={number} onGo={goFocused} />
      </div>
    </div>
  );
}

/** Shows the answer key of the current question, with the option letters of this screen. */
function PreviewKey({ item, question }: { item: SittingItem; question: PaperQuestion }) {
  const { t } = useTranslation('examAround');
  const letters = listRightLetters(item, question);
  return (
    <aside
      aria-label={t('previewKeyOf', { number: item.number })}
      className="scroll-slim mb-3 max-h-44 shrink-0 overflow-y-auto rounded-xl bg-delivered-soft px-4 py-3 text-sm"
    >
      <p className="font-medium text-delivered">
        {t('previewKeyOf', { number: item.number })}
        {letters.length > 0 && <b className="ml-2 text-base">{letters.join(' ')}</b>}
      </p>
      <QuestionKey question={{ ...question, key: toScreenKey(item, question) }} />
    </aside>
  );
}
