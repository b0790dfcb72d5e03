import { useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { joinWords } from '../../../lib/punctuation.ts';
import { useParams, useSearchParams } from 'react-router-dom';
import { paperStatus, variantNames } from '../../../../sync/contract/codes.ts';
import type { Relaxation } from '../../../../sync/contract/papers/assembly.ts';
import type { PaperVariant } from '../../../../sync/contract/papers/paper.ts';
import { flowAtoms } from '../../../platform/session/app-flow.ts';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { SharingPanel, useHasRowRight } from '../../../platform/choices/sharing.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel, FigureStrip } from '../../../ui/primitives/panel.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { PaperStatusChip } from '../../../ui/entity/status-chip.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../../ui/primitives/tabs.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { countSectionQuestions, estimateMinutes, computeMeanEase, computeTargetEase, computeSubtotal } from '../paper-figures.ts';
import { listVariantIds, countSharedQuestions } from '../paper-moves.ts';
import { useAssemblyPaper, type Paper } from '../paper-queries.ts';
import { AssemblyActions } from '../parts/assembly/assembly-actions.tsx';
import { BlueprintPanel } from '../parts/assembly/blueprint-panel.tsx';
import { ChosenQuestions, VariantTable } from '../parts/chosen-questions.tsx';
import { ConflictPanel, DrawShortage, GapPanel } from '../parts/assembly/draw-findings.tsx';
import { QuestionPicker } from '../parts/question-picker.tsx';
import { SectionQuestions } from '../parts/section-questions.tsx';
import { useAssembly, type PaperAssembly } from '../use-assembly.ts';
import { normaliseBlueprint, useBlueprint } from '../use-blueprint.ts';
import { listShortVariants } from '../quota-sums.ts';
import { usePaperAssemblyEditor, type PaperAssemblyEditor } from '../use-paper-assembly-editor.ts';
import { formatFigure } from '../../../lib/format-number.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { cn } from '../../../lib/cn.ts';

/** Shows that an assembly of the paper by its blueprint waits for the network, was interrupted by a closed tab, or was refused. */
function AssemblyState({ assembly }: { assembly: PaperAssembly }) {
  const { t } = useTranslation(['paper', 'ui']);
  const action = (text: string, onClick: () => void) => (
    <Button size="sm" onClick={onClick}>
      {text}
    </Button>
  );
  const side = 'flex shrink-0 gap-2 -my-1.5';
  if (assembly.state === 'waiting')
    return (
      <Strip tone="kept" live action={<span className={side}>{action(t('ui:cancel'), assembly.drop)}</span>}>
        {t('assemblyWaits')}
      </Strip>
    );
  if (assembly.state === 'interrupted')
    return (
      <Strip
        tone="kept"
        live
        action={
          <span className={side}>
            {action(t('assemblyResume'), assembly.resume)}
            {action(t('assemblyDrop'), assembly.drop)}
          </span>
        }
      >
        {t('assemblyCutOff')}
      </Strip>
    );
  if (assembly.failure === null) return null;
  return (
    <div role="alert">
      <Strip tone="seal">
        {[assembly.failure.message, ...assembly.failure.fields.map((fault) => fault.message)]
          .filter((text, at, all) => all.indexOf(text) === at)
          .join(' ')}
      </Strip>
    </div>
  );
}

/** Shows number of questions, points, expected ease, time and reuse of the paper, each beside its target if it has one. */
function AssemblyFigures({ paper, editor, variant }: { paper: Paper; editor: PaperAssemblyEditor; variant: number }) {
  const { t } = useTranslation(['paper', 'words']);
  const entries = editor.variants[variant]?.sections ?? [];
  const questions = entries.map((list) => list.flatMap((entry) => editor.bodies.get(entry.id) ?? []));
  const points = paper.sections.reduce((sum, section, at) => sum + section.pointsEach * (entries[at]?.length ?? 0), 0);
  const ease = computeMeanEase(paper.sections, questions);
  const target = computeTargetEase(editor.blueprint?.difficulty ?? null);
  return (
    <FigureStrip
      figures={[
        { label: t('words:questionCount'), value: entries.flat().length, note: `/ ${countSectionQuestions(paper.sections)}` },
        { label: t('totalPoints'), value: points, note: `/ ${paper.totalPoints}` },
        {
          label: t('estimated'),
          value: ease === null ? '–' : formatFigure(ease),
          note: target === null ? t('estimatedNote') : t('targetEase', { n: formatFigure(target) }),
        },
        { label: t('estimatedTime'), value: estimateMinutes(paper.sections), note: t('ofMinutes', { n: paper.rules.minutes }) },
        ...(editor.variants.length > 1
          ? [{ label: t('sharedCount'), value: countSharedQuestions(editor.variants), note: t('sharedNote', { n: paper.rules.maxShared }) }]
          : []),
        { label: t('usedBefore'), value: questions.flat().filter((one) => one.usedCount > 0).length, note: t('usedNote') },
      ]}
    />
  );
}

/** Fills a paper by hand, at random by section rules, or by blueprint. Questions can be locked and swapped, and variants added. */
export function PaperAssemblyPage() {
  const { paperId } = useParams();
  const paper = useAssemblyPaper(Number(paperId));
  if (paper.data === undefined)
    return (
      <LoadingState query={paper}>
        <div className="flex flex-col gap-3.5">
          <Skeleton className="h-9 w-80" />
          <Skeleton className="h-16 rounded-xl" />
          <Skeleton className="h-96 rounded-xl" />
        </div>
      </LoadingState>
    );
  return <Assembly key={paper.data.id} paper={paper.data} />;
}

function Assembly({ paper }: { paper: Paper }) {
  const { t } = useTranslation(['paper', 'ui', 'words']);
  const editor = usePaperAssemblyEditor(paper);
  const { id, status } = paper;
  const noteOpened = useSetAtom(flowAtoms.paper);
  useEffect(() => noteOpened({ id, status }), [id, status, noteOpened]);
  const [picking, setPicking] = useState<number | null>(null);
  // Question that a link asks to replace.
  const sought = Number(useSearchParams()[0].get('question'));
  const view = useAssemblyTab(paper, editor, sought);
  const { isBlueprint, variant } = view;
  const [scope, setScope] = useState('');
  const mayDo = useHasRowRight('paper', paper.id);
  const mayChange = useCanChangeData() && mayDo('change');
  const [drawRequest, setDrawRequest] = useState<RequestedVariants>({ variants: 1, unchangedVariants: [] });
  const several = editor.variants.length > 1;
  const blueprint = useBlueprint(paper, editor, isBlueprint);

  const announce = useDrawMessage(editor);
  const assembly = useAssembly(paper, editor, (outcome, previousPaper) => {
    // Undo cannot restore sections that a relaxation of the quotas made smaller, so it is offered only if the counts are unchanged.
    const isSame =
      outcome === null ||
      previousPaper?.sections.every((section, at) => section.count === (outcome.variants[0]?.sections[at]?.questionIds.length ?? 0));
    const count = outcome?.variants.length ?? editor.blueprint?.variants ?? 1;
    announce(t(outcome?.proven === false ? 'assembledBest' : 'assembledBy', { count }), outcome?.leftOut, isSame ? previousPaper : null);
  });
  const draw = useDraw(paper, editor, announce);
  const isWorking = assembly.state === 'working' || assembly.state === 'waiting' || draw.isPending;
  const fixed = paper.status === paperStatus.organised || !mayChange || isWorking;
  const questionCount = listVariantIds(editor.variants[variant]).length;

  /** Use the blueprint if the paper has one or its panel is open, otherwise the section rules. */
  const byBlueprint = isBlueprint || blueprint.isChosen;
  const fill = (request: RequestedVariants, relaxation?: Relaxation) => {
    setDrawRequest(request);
    if (!byBlueprint) {
      assembly.forget();
      draw.mutate(request);
      return;
    }
    draw.reset();
    assembly.start(normaliseBlueprint({ ...blueprint.plan, variants: request.variants }), request.unchangedVariants, relaxation);
  };
  const redraw = (only: number | null) => {
    const there = byBlueprint ? Math.max(blueprint.plan.variants, editor.variants.length) : editor.variants.length;
    fill({ variants: there, unchangedVariants: only === null ? [] : editor.variants.flatMap((_one, at) => (at === only ? [] : [at])) });
  };
  const result = assembly.state === 'idle' && assembly.result?.saved === null ? assembly.result : null;
  const questionName = (id: number): string => {
    const at = editor.variants.findIndex((one) => listVariantIds(one).includes(id));
    const n = listVariantIds(editor.variants[at]).indexOf(id) + 1;
    return several && at >= 0
      ? `${t('variantName', { name: variantNames[at] ?? 'A' })} ${t('words:questionNo', { n })}`
      : t('words:questionNo', { n });
  };
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        title={paper.name}
        titleExtra={
          <>
            <PaperStatusChip status={paper.status} />
            {(!fixed || isWorking) && <AssemblySaveIndicator editor={editor} />}
          </>
        }
        actions={
          <AssemblyActions
            paper={paper}
            drawn={questionCount > 0}
            anyLocked={editor.variants.some((one) => one.sections.some((entries) => entries.some((entry) => entry.locked)))}
            variants={editor.variants.length}
            byBlueprint={byBlueprint}
            fixed={paper.status === paperStatus.organised || !mayChange}
            mayChange={mayChange}
            busy={isWorking}
            onDraw={redraw}
            onVariants={() => (several ? oneVariant() : fill({ variants: 2, unchangedVariants: [0] }))}
          />
        }
      />
      <SharingPanel kind="paper" id={paper.id} />
      <AssemblyRefusal editor={editor} />
      <AssemblyState assembly={assembly} />
      <AssemblyFigures paper={paper} editor={editor} variant={variant} />
      <div className="grid items-start gap-x-3.5 xl:grid-cols-[minmax(0,1fr)_380px] xl:grid-rows-[auto_1fr]">
        <div className="mb-3.5 flex flex-col gap-3.5 empty:hidden xl:col-start-2 xl:row-start-1">
          {draw.error !== null && <DrawShortage failure={draw.error} paper={paper} several={drawRequest.variants > 1} />}
          {result !== null && result.leftOut > 0 && <Strip tone="neutral">{t('heldLeftOut', { count: result.leftOut })}</Strip>}
          {result !== null && (
            <GapPanel
              assembly={result}
              cellName={blueprint.cellName}
              questionName={questionName}
              paper={paper}
              busy={isWorking}
              short={listShortVariants(result, drawRequest.unchangedVariants).map((at) => variantNames[at] ?? '')}
              onTake={(relaxation) => fill(drawRequest, relaxation)}
            />
          )}
          <ConflictPanel paper={paper} editor={editor} fixed={fixed} />
        </div>
        <AssemblyTabs
          paper={paper}
          editor={editor}
          view={view}
          blueprint={blueprint}
          fixed={fixed}
          sought={sought}
          scope={scope}
          onScope={setScope}
          onPick={setPicking}
        />
        <div className="xl:sticky xl:top-0 xl:col-start-2 xl:row-start-2">
          {isBlueprint && questionCount > 0 ? (
            <ChosenQuestions
              paper={paper}
              editor={editor}
              index={blueprint.index}
              scope={scope}
              variant={variant}
              onVariant={view.setLastVariant}
              fixed={fixed}
            />
          ) : (
            <PaperStructure paper={paper} entries={editor.variants[variant]?.sections ?? []} />
          )}
        </div>
      </div>
      {picking !== null && (
        <QuestionPicker paper={paper} editor={editor} variant={variant} section={picking} onClose={() => setPicking(null)} />
      )}
    </div>
  );

  function oneVariant() {
    const { variants, blueprint: plan } = editor;
    editor.put({ variants: variants.slice(0, 1), blueprint: plan && { ...plan, variants: 1 } });
    toast.plain(t('onlyA'), {
      action: { label: t('ui:editorUndo'), onClick: () => editor.put({ variants, blueprint: plan }) },
      duration: 8000,
    });
  }
}

/** The number of requested variants, and the indexes of those to leave unchanged. */
interface RequestedVariants {
  readonly variants: number;
  readonly unchangedVariants: readonly number[];
}

/** Selects a tab: a variant, the blueprint or the comparison of the variants. `sought`: id of the question to show first. */
function useAssemblyTab(paper: Paper, editor: PaperAssemblyEditor, sought: number) {
  const [chosenTab, setTab] = useState(() => {
    const variantIndex = editor.variants.findIndex((one) => listVariantIds(one).includes(sought));
    return variantIndex >= 0 ? String(variantIndex) : paper.blueprint === null ? '0' : 'blueprint';
  });
  const [lastVariant, setLastVariant] = useState(0);
  const isComparable = editor.variants.length > 1 && chosenTab === 'compare';
  const tab = chosenTab === 'blueprint' || isComparable || Number(chosenTab) < editor.variants.length ? chosenTab : '0';
  const isBlueprint = tab === 'blueprint';
  return {
    tab,
    setTab,
    isBlueprint,
    /** Index of the variant whose questions are shown. */
    variant: isBlueprint ? Math.min(lastVariant, editor.variants.length - 1) : tab === 'compare' ? 0 : Number(tab),
    /** Chooses the variant that is shown beside the blueprint. */
    setLastVariant,
  };
}

/**
 * Returns a function that says what a draw has done, and how many questions it left out because an exam with unreleased scores uses them. It offers to
 * undo the draw if `before`, the paper before it, is known and had questions.
 */
function useDrawMessage(editor: PaperAssemblyEditor) {
  const { t } = useTranslation(['paper', 'ui']);
  return (text: string, leftOut: number | undefined, before: Pick<Paper, 'variants' | 'blueprint'> | null): void => {
    const message = (leftOut ?? 0) === 0 ? text : `${text}${t('leftOutJoin')}${t('heldLeftOut', { count: leftOut })}`;
    if (before === null || !hasQuestions(before.variants)) toast.success(message);
    else
      toast.success(message, {
        action: { label: t('ui:editorUndo'), onClick: () => editor.put({ variants: before.variants, blueprint: before.blueprint }) },
        duration: 8000,
      });
  };
}

/** Draws questions at random by the rules of the sections. */
function useDraw(paper: Paper, editor: PaperAssemblyEditor, announce: ReturnType<typeof useDrawMessage>) {
  const { t } = useTranslation('paper');
  const invalidate = useInvalidate();
  return useAction({
    mutationFn: async ({ variants, unchangedVariants }: RequestedVariants) => {
      const version = await editor.settle();
      return version === null ? null : makeCall('/paper/draw', { id: paper.id, version, variants, keep: [...unchangedVariants] });
    },
    onSuccess: (drawResult, { variants, unchangedVariants }) => {
      if (drawResult === null) return;
      const drawnNow = variantNames.slice(0, variants).filter((_, at) => !unchangedVariants.includes(at));
      const count = countSectionQuestions(paper.sections);
      const text = unchangedVariants.length === 0 ? t('drawn', { count }) : t('drawnOf', { name: joinWords(drawnNow), count });
      announce(text, drawResult.leftOut, paper);
    },
    // Refetch also after a conflict: the user must see another user's changes before the next try.
    onSettled: () => invalidate('/paper'),
  });
}

interface AssemblyTabsProps {
  paper: Paper;
  editor: PaperAssemblyEditor;
  view: ReturnType<typeof useAssemblyTab>;
  blueprint: ReturnType<typeof useBlueprint>;
  fixed: boolean;
  /** Id of the question to scroll to and mark. */
  sought: number;
  scope: string;
  onScope: (scope: string) => void;
  /** Opens the choice of questions for a section, by its index. */
  onPick: (section: number) => void;
}

/** Shows the questions of each variant, the blueprint and the comparison of the variants, in tabs. */
function AssemblyTabs({ paper, editor, view, blueprint, fixed, sought, scope, onScope, onPick }: AssemblyTabsProps) {
  const { t } = useTranslation(['paper', 'words']);
  const { tab, setTab, isBlueprint, variant } = view;
  const several = editor.variants.length > 1;
  return (
    <Panel className="mb-3.5 xl:col-start-1 xl:row-span-2 xl:row-start-1">
      <Tabs value={tab} onValueChange={setTab}>
        <TabsList className="px-4">
          {editor.variants.map((one, at) => (
            <TabsTrigger key={at} value={String(at)}>
              {several ? t('questionsOf', { name: variantNames[at] ?? 'A', count: listVariantIds(one).length }) : t('words:questions')}
            </TabsTrigger>
          ))}
          {(!fixed || editor.blueprint !== null) && <TabsTrigger value="blueprint">{t('blueprintTab')}</TabsTrigger>}
          {several && <TabsTrigger value="compare">{t('compareTab')}</TabsTrigger>}
        </TabsList>
        <TabsContent value="blueprint">
          <BlueprintPanel blueprint={blueprint} editor={editor} variant={variant} fixed={fixed} scope={scope} onScope={onScope} />
        </TabsContent>
        <TabsContent value={tab === 'compare' || isBlueprint ? 'none' : tab}>
          {!fixed && <p className="border-b px-4 py-2 text-[13px] text-muted-foreground">{t('dragHint')}</p>}
          {paper.sections.map((_section, at) => (
            <SectionQuestions
              key={at}
              paper={paper}
              editor={editor}
              variant={variant}
              section={at}
              fixed={fixed}
              sought={sought}
              onPick={() => onPick(at)}
            />
          ))}
        </TabsContent>
        {several && (
          <TabsContent value="compare">
            <VariantTable paper={paper} editor={editor} />
          </TabsContent>
        )}
      </Tabs>
    </Panel>
  );
}

const hasQuestions = (variants: readonly PaperVariant[]): boolean => variants.some((one) => listVariantIds(one).length > 0);

const conflict = 1006;

/** Save indicator of a paper: on the server, being saved, or only on this PC. A refusal is shown by `AssemblyRefusal`. */
function AssemblySaveIndicator({ editor }: { editor: PaperAssemblyEditor }) {
  const { t } = useTranslation(['paper', 'words']);
  if (editor.state === 'refused') return null;
  if (editor.state === 'kept' || editor.state === 'unkept')
    return (
      <Chip tone={editor.state === 'kept' ? 'kept' : 'seal'} mark="ring">
        {editor.state === 'unkept'
          ? t('unkept')
          : editor.failure?.network === false
            ? t('keptWhy', { reason: editor.failure.message })
            : t('keptHere')}
      </Chip>
    );
  return (
    <Chip tone="delivered" mark="dot">
      {t(editor.state === 'saving' ? 'savingNow' : 'words:saved')}
    </Chip>
  );
}

/** Shows why the server refused the changes, and the possible actions. The changes stay on this PC until the user chooses one. */
function AssemblyRefusal({ editor }: { editor: PaperAssemblyEditor }) {
  const { t } = useTranslation(['paper', 'ui']);
  const { t: ui } = useTranslation('ui');
  if (editor.state !== 'refused' || editor.failure === null) return null;
  const isStale = editor.failure.code === conflict;
  return (
    <div role="alert">
      <Strip
        tone="seal"
        action={
          <span className="-my-1.5 flex shrink-0 gap-2">
            <Button size="sm" onClick={editor.discard}>
              {isStale ? ui('takeTheirs') : t('dropMine')}
            </Button>
            <Button size="sm" onClick={isStale ? editor.overwrite : editor.retry}>
              {isStale ? ui('keepMine') : t('ui:retry')}
            </Button>
          </span>
        }
      >
        {t('notSaved', { reason: [editor.failure.message, ...editor.failure.fields.slice(0, 3).map((fault) => fault.message)].join(' ') })}
      </Strip>
    </div>
  );
}

const cell = 'inline-flex min-w-[52px] justify-center rounded-sm px-1.5 py-px text-[13px]';

/** Shows the sections as a table: wanted and drawn questions, points, and source categories. */
function PaperStructure({ paper, entries }: { paper: Paper; entries: PaperVariant['sections'] }) {
  const { t } = useTranslation(['paper', 'words']);
  return (
    <Panel title={t('structure')}>
      <table className="num w-full border-collapse text-[13.5px]">
        <thead>
          <tr className="border-b text-[12.5px] text-muted-foreground [&>th]:h-8 [&>th]:px-2.5 [&>th]:font-medium">
            <th className="pl-3.5! text-left">{t('sectionTitle')}</th>
            <th className="text-right">{t('have')}</th>
            <th className="text-right">{t('pointsEach')}</th>
            <th className="pr-3.5! text-right">{t('subtotal')}</th>
          </tr>
        </thead>
        <tbody>
          {paper.sections.map((section, at) => {
            const have = entries[at]?.length ?? 0;
            const full = have === section.count;
            return (
              <tr key={at} className="border-b last:border-b-0 [&>td]:px-2.5 [&>td]:py-1.5">
                <td className="pl-3.5!">
                  {section.title}
                  <span className="block text-[12.5px] text-muted-foreground">
                    {section.categories.length === 0 ? t('words:allCategories') : joinWords(section.categories)}
                  </span>
                </td>
                <td className="text-right">
                  <span className={cn(cell, full ? 'bg-delivered-soft text-delivered' : 'bg-kept-soft text-kept-ink')}>
                    {have}/{section.count}
                  </span>
                </td>
                <td className="text-right">{section.pointsEach}</td>
                <td className="pr-3.5! text-right font-medium">{computeSubtotal(section)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Panel>
  );
}
