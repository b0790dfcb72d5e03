import { Dices, Send } from 'lucide-react';
import { useAtomValue } from 'jotai';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { planState } from '../../../../sync/domain/exams/exam-machine.ts';
import { formatDateTime, formatTime } from '../../../lib/format-time.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { addNote, joinWords } from '../../../lib/punctuation.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { getSchoolLogo } from '../../../platform/session/session-user.ts';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { PrintLayout, PrintBlock } from '../../../ui/print/print-layout.tsx';
import { getPlanState, type ExamPlan, planCallPrefixes } from '../exam-plan-queries.ts';
import { PlanFrame } from '../frame/plan-frame.tsx';
import { type StationDraw, checkDrawInput, type DrawInput, type NameListProblem } from './draw-input.ts';
import { PrintSignatures } from '../parts/print-parts.tsx';
import { drawModes } from '../../../../sync/contract/exams/station-draw.ts';
import { foreseeRounds } from '../../../../sync/domain/exams/draw-rounds.ts';
import { ActionDialog } from '../../../platform/dialogs/action-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { NumberInput } from '../../../ui/form/form-fields.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { Radio, RadioGroup } from '../../../ui/primitives/radio-group.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';

/** Draws stations and task sheets of a practical part, publishes the result and prints its record. The shown draw is part of the URL. */
export function StationDrawPage() {
  return <PlanFrame>{(plan) => <Draws plan={plan} />}</PlanFrame>;
}

function Draws({ plan }: { plan: ExamPlan }) {
  const { t } = useTranslation('stationDraw');
  const mayChange = useCanChangeData();
  const [drawing, setDrawing] = useState(false);
  const { data, error, refetch } = useCall('/exam/getDraws', { id: plan.id });
  if (plan.part !== 'practical') return <EmptyState title={t('onlyPractical')} />;
  if (data === undefined) return <LoadingState query={{ error, refetch }} className="h-96 rounded-xl" />;
  const [last] = data.draws;
  const canDraw = mayChange && getPlanState(plan) === planState.published && plan.release.releasedMs === null;
  const drawButton = canDraw && (
    <Button variant={last === undefined ? 'primary' : 'outline'} onClick={() => setDrawing(true)}>
      <Dices aria-hidden />
      {t(last === undefined ? 'draw' : 'drawAgain')}
    </Button>
  );
  return (
    <>
      {last === undefined ? (
        <EmptyState title={t('none')} action={drawButton}>
          {t(getPlanState(plan) === planState.draft ? 'noneDraft' : 'noneText')}
        </EmptyState>
      ) : (
        <ShownDraw plan={plan} draws={data.draws} last={last} drawButton={drawButton} />
      )}
      {drawing && <DrawDialog plan={plan} last={last} onClose={() => setDrawing(false)} />}
    </>
  );
}

interface ShownDrawProps {
  plan: ExamPlan;
  draws: readonly StationDraw[];
  last: StationDraw;
  drawButton: ReactNode;
}

function ShownDraw({ plan, draws, last, drawButton }: ShownDrawProps) {
  const { t } = useTranslation(['stationDraw', 'words']);
  const user = useAtomValue(sessionUserAtom);
  const [params, setParams] = useSearchParams();
  const draw = draws.find((one) => String(one.number) === params.get('number')) ?? last;
  return (
    <>
      <div className="flex flex-col gap-2 print:hidden">
        <DrawState plan={plan} draw={draw} last={last} />
      </div>
      <PrintLayout
        school={{ title: user?.school_title ?? '', logo: user === null ? '' : getSchoolLogo(user) }}
        title={t('protocol')}
        {...(draw !== last && { badge: t('void') })}
        subtitle={`${plan.name} · ${t('number', { n: draw.number })}`}
        footer={`${plan.name} · ${t('number', { n: draw.number })} · ${t('seed')} ${draw.seed}`}
        orientation={draw.setup.mode === 'rotation' && draw.setup.stations.length > 3 ? 'landscape' : 'portrait'}
        actions={
          <>
            {draws.length > 1 && (
              <Select
                aria-label={t('which')}
                value={String(draw.number)}
                onChange={(number) => setParams({ number }, { replace: true })}
                choices={draws.map((one) => ({
                  value: String(one.number),
                  label: one === last ? t('number', { n: one.number }) : addNote(t('number', { n: one.number }), t('void')),
                }))}
                className="mr-auto w-52"
              />
            )}
            {drawButton}
            {drawButton !== false && draw === last && draw.publishedMs === null && <PublishDrawButton plan={plan} draw={draw} />}
          </>
        }
      >
        <DrawProtocol draw={draw} />
      </PrintLayout>
    </>
  );
}

/** Says whether the draw can be reproduced from its seed, is the valid one, includes every examinee, ends in time, and is published. */
function DrawState({ plan, draw, last }: { plan: ExamPlan; draw: StationDraw; last: StationDraw }) {
  const { t } = useTranslation('stationDraw');
  const planEndMs = plan.startMs + plan.durationMs;
  const isTooLong = draw.places.some((place) => place.visits.some((visit) => visit.endMs > planEndMs));
  return (
    <>
      {!draw.repeatable && <Strip tone="seal">{t('notRepeatable')}</Strip>}
      {draw !== last && <Strip tone="neutral">{t('isVoid', { n: last.number })}</Strip>}
      {draw === last && draw.missing.length > 0 && (
        <Strip tone="seal">{t('missing', { count: draw.missing.length, names: joinWords(draw.missing) })}</Strip>
      )}
      {draw === last && isTooLong && <Strip tone="seal">{t('drawTooLong', { end: formatDateTime(planEndMs) })}</Strip>}
      {draw === last && draw.publishedMs === null && <Strip tone="kept">{t('hidden')}</Strip>}
      {draw === last && draw.publishedMs !== null && (
        <Strip tone="delivered">{t('publishedBy', { name: draw.publishedBy, time: formatDateTime(draw.publishedMs) })}</Strip>
      )}
    </>
  );
}

function PublishDrawButton({ plan, draw }: { plan: ExamPlan; draw: StationDraw }) {
  const { t } = useTranslation('stationDraw');
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setIsAsking(true)}>
        <Send aria-hidden />
        {t('publish')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('publishTitle', { n: draw.places.length, number: draw.number })}
          confirm={t('publish')}
          run={(quiet) => makeCall('/exam/publishDraw', { id: plan.id, number: draw.number }, quiet)}
          invalidates={planCallPrefixes}
          doneText={t('published')}
          onClose={() => setIsAsking(false)}
        >
          {t('publishWhat')}
        </ConfirmDialog>
      )}
    </>
  );
}

const table =
  'num w-full border-collapse text-[10.5pt] text-black [&_td]:border [&_td]:border-black [&_td]:px-[2mm] [&_td]:py-[1mm] [&_th]:border [&_th]:border-black [&_th]:bg-[#f3f3ee] [&_th]:px-[2mm] [&_th]:py-[1mm] [&_th]:text-left';

/** Prints the record of one draw: who drew, when, from which seed, and the result by group and round. */
function DrawProtocol({ draw }: { draw: StationDraw }) {
  const { t } = useTranslation('stationDraw');
  const { setup } = draw;
  const roundCount = new Set(draw.places.flatMap((place) => place.visits.map((visit) => visit.round))).size;
  const facts = [
    [t('drawnBy'), draw.drawnBy],
    [t('drawnAt'), formatDateTime(draw.drawnMs)],
    [t('seed'), draw.seed],
    [t('repeatable'), t(draw.repeatable ? 'repeatableYes' : 'repeatableNo')],
    [t('mode'), t(`mode_${setup.mode}`)],
    [t('rounds'), t('roundsText', { n: roundCount, minutes: setup.roundMinutes, change: setup.changeMinutes })],
    [t('stations'), joinWords(setup.stations)],
    [t('sheets'), joinWords(setup.sheets)],
    [t('published_at'), draw.publishedMs === null ? t('notPublished') : `${draw.publishedBy} ${formatDateTime(draw.publishedMs)}`],
    ...(draw.reason === '' ? [] : [[t('reason'), draw.reason] as const]),
  ] as const;
  return (
    <>
      <dl className="num mb-[4mm] grid grid-cols-[auto_1fr_auto_1fr] gap-x-[4mm] gap-y-[1mm] text-[10.5pt]">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-[#444]">{label}</dt>
            <dd className="font-semibold [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      {[...Map.groupBy(draw.places, (place) => place.group)].map(([group, places]) => (
        <GroupTable key={group} group={group} places={places} />
      ))}
      <PrintSignatures signers={['signDrawer', 'signExamineeRep', 'signHead']} />
    </>
  );
}

/** One group: examinees in the order drawn, with their task sheet and their station in each round. */
function GroupTable({ group, places }: { group: number; places: StationDraw['places'] }) {
  const { t } = useTranslation(['stationDraw', 'words']);
  const rounds = places[0]?.visits.map(({ round, startMs, endMs }) => ({ round, startMs, endMs })) ?? [];
  return (
    <PrintBlock className="mb-[4mm]">
      <h2 className="mb-[1mm] font-serif text-[12pt] font-bold">
        {t('group', { n: group + 1 })} <span className="num text-[10pt] font-normal">{t('groupPeople', { count: places.length })}</span>
      </h2>
      <table className={table}>
        <thead>
          <tr>
            <th className="w-[10mm]">{t('order')}</th>
            <th>{t('words:personName')}</th>
            <th>{t('words:ticketNo')}</th>
            <th>{t('sheet')}</th>
            {rounds.map(({ round, startMs, endMs }) => (
              <th key={round}>
                {t('round', { n: round + 1 })}
                <span className="block text-[9pt] font-normal">
                  {formatTime(startMs)}–{formatTime(endMs)}
                </span>
              </th>
            ))}
            <th className="w-[28mm]">{t('signature')}</th>
          </tr>
        </thead>
        <tbody>
          {places.map((place, at) => (
            <tr key={place.userId} className="break-inside-avoid">
              <td>{at + 1}</td>
              <td className="[overflow-wrap:anywhere]">{place.name}</td>
              <td>{place.ticketNo}</td>
              <td className="[overflow-wrap:anywhere]">{place.sheet}</td>
              {place.visits.map((visit) => (
                <td key={visit.round} className="[overflow-wrap:anywhere]">
                  {visit.station}
                </td>
              ))}
              <td />
            </tr>
          ))}
        </tbody>
      </table>
    </PrintBlock>
  );
}

const usualRoundMinutes = 60;

interface DrawDialogProps {
  plan: ExamPlan;
  /** The valid draw, which the draw made in this dialog replaces; undefined if there is none yet. */
  last: StationDraw | undefined;
  onClose: () => void;
}

/** Asks for stations, task sheets and times, and lets the server draw. A further draw starts from the settings of the last one. */
function DrawDialog({ plan, last: newest, onClose }: DrawDialogProps) {
  const { t } = useTranslation('stationDraw');
  // The page reloads behind the dialog; a draw that another person made meanwhile must not be replaced unseen.
  const [last] = useState(newest);
  const [input, setInput] = useState<DrawInput>(() => ({
    mode: last?.setup.mode ?? 'single',
    stations: last?.setup.stations.join('\n') ?? '',
    sheets: last?.setup.sheets.join('\n') ?? '',
    firstRoundAfterMinutes: last?.setup.firstRoundAfterMinutes ?? 0,
    roundMinutes: last?.setup.roundMinutes ?? Math.min(usualRoundMinutes, plan.durationMs / 60_000),
    changeMinutes: last?.setup.changeMinutes ?? 10,
  }));
  const [reason, setReason] = useState('');
  const change = (part: Partial<DrawInput>) => setInput((before) => ({ ...before, ...part }));
  const { wrong, setup } = checkDrawInput(input);
  const needsReason = last !== undefined && reason.trim() === '';
  const outlook = setup && foreseeRounds(plan.startMs, setup, plan.examineeCount);
  const planEndMs = plan.startMs + plan.durationMs;
  return (
    <ActionDialog
      title={t(last === undefined ? 'draw' : 'drawAgain')}
      confirm={t(last === undefined ? 'draw' : 'drawAgain')}
      {...(last !== undefined && { tone: 'sealSolid' as const })}
      ready={setup !== undefined && !needsReason}
      run={(quiet) => {
        if (setup === undefined) throw new Error('the input of the draw is incomplete');
        return makeCall('/exam/drawStations', { id: plan.id, seen: last?.number ?? 0, setup, reason: reason.trim() }, quiet);
      }}
      invalidates={planCallPrefixes}
      doneText={({ seed }) => t('drawn', { seed })}
      onClose={onClose}
    >
      {({ tried }) => (
        <>
          {last !== undefined && (
            <>
              <Strip tone="kept">{t('drawAgainWhat', { n: last.number })}</Strip>
              <Field label={t('reason')} required error={tried && needsReason ? t('needed') : undefined}>
                {(field) => <Input {...field} maxLength={200} value={reason} onChange={(event) => setReason(event.target.value)} />}
              </Field>
            </>
          )}
          <RadioGroup
            aria-label={t('mode')}
            value={input.mode}
            onValueChange={(value) => change({ mode: value === 'rotation' ? 'rotation' : 'single' })}
            className="flex-col"
          >
            {drawModes.map((mode) => (
              <Radio key={mode} value={mode} label={t(`mode_${mode}`)} hint={t(`mode_${mode}_hint`)} />
            ))}
          </RadioGroup>
          <div className="grid grid-cols-2 gap-3">
            {(['stations', 'sheets'] as const).map((name) => (
              <NameListField key={name} name={name} value={input[name]} problem={tried ? wrong[name] : undefined} onChange={change} />
            ))}
          </div>
          <DrawTimes input={input} wrong={wrong} onChange={change} />
          {outlook !== undefined && (
            <p className="num text-sm text-muted-foreground">
              {t('outlook', { people: plan.examineeCount, rounds: outlook.rounds, end: formatDateTime(outlook.endMs) })}
            </p>
          )}
          {outlook !== undefined && outlook.endMs > planEndMs && (
            <Strip tone="seal">{t('roundsTooLong', { end: formatDateTime(planEndMs) })}</Strip>
          )}
        </>
      )}
    </ActionDialog>
  );
}

interface NameListFieldProps {
  name: 'stations' | 'sheets';
  value: string;
  problem: NameListProblem | undefined;
  onChange: (part: Partial<DrawInput>) => void;
}

function NameListField({ name, value, problem, onChange }: NameListFieldProps) {
  const { t } = useTranslation('stationDraw');
  return (
    <Field label={t(name)} hint={t(`${name}Hint`)} required error={problem && t(problem.kind, { ...problem })}>
      {(field) => <Textarea {...field} rows={6} value={value} onChange={(event) => onChange({ [name]: event.target.value })} />}
    </Field>
  );
}

interface DrawTimesProps {
  input: DrawInput;
  wrong: ReturnType<typeof checkDrawInput>['wrong'];
  onChange: (part: Partial<DrawInput>) => void;
}

function DrawTimes({ input, wrong, onChange }: DrawTimesProps) {
  const { t } = useTranslation('stationDraw');
  const errors = { firstRoundAfterMinutes: 'badFirst', roundMinutes: 'badRound', changeMinutes: 'badChange' } as const;
  return (
    <div className="grid grid-cols-3 items-start gap-3">
      {(['firstRoundAfterMinutes', 'roundMinutes', 'changeMinutes'] as const).map((name) => (
        <Field key={name} label={t(name)} required error={wrong[name] ? t(errors[name]) : undefined}>
          {(field) => <NumberInput {...field} min={0} max={720} value={input[name]} onChange={(value) => onChange({ [name]: value })} />}
        </Field>
      ))}
    </div>
  );
}
