import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link } from 'react-router-dom';
import type { CallInput } from '../../../../sync/contract/call.ts';
import type { paperCalls } from '../../../../sync/contract/papers/paper.ts';
import { releaseRules } from '../../../../sync/contract/codes.ts';
import { examParts } from '../../../../sync/contract/exams/exam-part.ts';
import { formatDate, formatDateTime, fromLocalInput } from '../../../lib/format-time.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { OptionPicker, OptionsPicker, createOptionSource, readRowsById } from '../../../platform/api/option-picker.tsx';
import { Checkbox } from '../../../ui/primitives/checkbox.tsx';
import { DateTimeField } from '../../../ui/date/date-field.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Radio, RadioGroup } from '../../../ui/primitives/radio-group.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';
import { computePlanTimes, type PlanFormValues } from './plan-form-values.ts';
import { Switch } from '../../../ui/primitives/switch.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { MultiSelect } from '../../../ui/form/multi-select.tsx';
import { NumberField, TextField, SelectField } from '../../../ui/form/form-fields.tsx';

const limits = ['warnAt', 'pauseAt', 'reportAt'] as const;
const stillChoices = [0, 5, 10, 15, 20, 30, 60] as const;

function LockdownSwitch({ name }: { name: 'fullscreen' | 'entryPhoto' | 'seb' }) {
  const { t } = useTranslation('examPlan');
  return (
    <Controller
      name={`lockdown.${name}`}
      render={({ field: { onChange, value } }) => (
        <label className="col-span-3 flex items-center gap-2.5 text-sm">
          <Switch checked={value} onCheckedChange={onChange} />
          {t(`lockdown_${name}`)}
        </label>
      )}
    />
  );
}

/** Edits the lockdown rules of a plan: leaving the paper, full screen, camera and Safe Exam Browser. */
function PlanLockdown() {
  const { t } = useTranslation('examPlan');
  const {
    control,
    formState: { errors },
  } = useFormContext<PlanFormValues>();
  return (
    <Panel title={t('lockdown')} bodyClassName="grid grid-cols-3 gap-4 px-4 py-3.5">
      <p className="col-span-3 text-[13px] leading-relaxed text-muted-foreground">{t('lockdownText')}</p>
      {limits.map((limit) => (
        <NumberField key={limit} control={control} name={`lockdown.${limit}`} label={t(`lockdown_${limit}`)} min={0} max={99} />
      ))}
      <LockdownSwitch name="fullscreen" />
      <LockdownSwitch name="entryPhoto" />
      <SelectField
        control={control}
        name="lockdown.stillMinutes"
        label={t('lockdown_stills')}
        hint={t('lockdown_stillsHint')}
        className="col-span-3"
        toValue={Number}
        choices={stillChoices.map((minutes) => ({
          value: String(minutes),
          label: minutes === 0 ? t('lockdown_stillsNone') : t('lockdown_stillsEvery', { minutes }),
        }))}
      />
      <LockdownSwitch name="seb" />
      <Controller
        control={control}
        name="lockdown.browserKeys"
        render={({ field: { ref: _ref, onChange, value, ...rest } }) => (
          <Field
            label={t('lockdown_browserKeys')}
            hint={t('lockdown_browserKeysHint')}
            error={errors.lockdown?.browserKeys === undefined ? undefined : t('badBrowserKey')}
            className="col-span-3"
          >
            {(field) => (
              <Textarea
                {...field}
                {...rest}
                rows={2}
                spellCheck={false}
                className="font-mono text-[13px]"
                value={value.join('\n')}
                onChange={(event) => onChange(event.target.value === '' ? [] : event.target.value.split('\n'))}
              />
            )}
          </Field>
        )}
      />
    </Panel>
  );
}

function PlanCheckbox({ name }: { name: 'resit' | 'signatureRequired' }) {
  const { t } = useTranslation('planPart');
  const { control } = useFormContext<PlanFormValues>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <label className="flex items-start gap-2.5 text-sm">
          <Checkbox checked={field.value} onCheckedChange={(on) => field.onChange(on === true)} className="mt-0.5" />
          <span>
            {t(`${name}Label`)}
            <span className="block text-[13px] text-muted-foreground">{t(`${name}Hint`)}</span>
          </span>
        </label>
      )}
    />
  );
}

/** Returns the text that names the end of the exam ("Ends 11:30"), from the typed start and duration; undefined while either is unreadable. */
function useEnd(): string | undefined {
  const { t } = useTranslation('examPlan');
  const [start, minutes] = useWatch<PlanFormValues, ['start', 'durationMin']>({ name: ['start', 'durationMin'] });
  const startMs = fromLocalInput(start);
  return startMs === null || !Number.isFinite(minutes) ? undefined : t('ends', { time: formatDateTime(startMs + minutes * 60_000) });
}

const examPapers: NonNullable<CallInput<(typeof paperCalls)['getList']>['filter']> = { kinds: ['exam'], assembled: true };

/** Edits the name, part (theory, practical or review), paper, times, release rule and notice of a plan. */
export function PlanBasics() {
  const { t } = useTranslation(['examPlan', 'words']);
  const { t: say } = useTranslation('planPart');
  const {
    control,
    register,
    setValue,
    getValues,
    getFieldState,
    formState: { errors },
  } = useFormContext<PlanFormValues>();
  const papers = useCall('/paper/getList', { pageSize: 1, filter: examPapers });
  const end = useEnd();
  const part = useWatch<PlanFormValues, 'part'>({ name: 'part' });
  const paperOptions = createOptionSource('/paper/getList', {
    filter: examPapers,
    chosen: '/paper/getById',
    optionOf: (paper) => ({
      value: String(paper.id),
      label: t('paperChoice', { name: paper.name, count: paper.questionCount, points: paper.totalPoints }),
    }),
  });
  /** Takes the times from the chosen paper, unless the user edited the duration. */
  const takeTimes = async (id: number) => {
    const [paper] = await readRowsById('/paper/getById', [id]);
    if (paper === undefined || getValues('paperId') !== id || getFieldState('durationMin').isDirty) return;
    for (const [name, minutes] of Object.entries(computePlanTimes(paper.minutes))) setValue(name as 'durationMin', minutes);
  };
  return (
    <div className="grid items-start gap-3.5 xl:grid-cols-2">
      <div id="basics" className="flex min-w-0 scroll-mt-4 flex-col gap-3.5">
        <Panel title={t('basics')} bodyClassName="flex flex-col gap-4 px-4 py-3.5">
          <TextField control={control} name="name" label={t('name')} required />
          <SelectField
            control={control}
            name="part"
            label={say('part')}
            choices={examParts.map((part) => ({ value: part, label: say(`part_${part}`) }))}
          />
          <PlanCheckbox name="resit" />
          {part === 'practical' && <PlanCheckbox name="signatureRequired" />}
          <Controller
            control={control}
            name="paperId"
            render={({ field }) => (
              <Field
                label={t('words:paper')}
                required
                error={errors.paperId?.message}
                hint={
                  papers.data?.total === 0 ? (
                    <>
                      {t('noPaper')}{' '}
                      <Link to="/teacher/exam/index" className="text-primary hover:underline underline-offset-4">
                        {t('toPapers')}
                      </Link>
                    </>
                  ) : (
                    t('paperHint')
                  )
                }
              >
                {({ 'aria-required': _required, ...named }) => (
                  <OptionPicker
                    {...named}
                    source={paperOptions}
                    placeholder={t('choosePaper')}
                    value={field.value === 0 ? null : field.value}
                    onChange={(id) => {
                      field.onChange(id ?? 0);
                      if (id !== null) void takeTimes(id);
                    }}
                  />
                )}
              </Field>
            )}
          />
        </Panel>
        <Panel title={t('times')} bodyClassName="grid grid-cols-2 gap-4 px-4 py-3.5">
          <Field label={t('start')} required error={errors.start?.message} hint={end} className="col-span-2">
            {(field) => (
              <Controller
                control={control}
                name="start"
                render={({ field: { ref: _ref, ...start } }) => <DateTimeField {...field} {...start} min={formatDate(Date.now())} />}
              />
            )}
          </Field>
          <NumberField
            control={control}
            name="durationMin"
            label={t('durationMinutes')}
            required
            className="col-span-2"
            min={0}
            max={720}
          />
          <NumberField control={control} name="entryLimitMin" label={t('entryLimit')} min={0} max={720} />
          <NumberField control={control} name="earliestHandInMin" label={t('earliestHandIn')} min={0} max={720} />
        </Panel>
      </div>
      <div id="rooms" className="flex min-w-0 scroll-mt-4 flex-col gap-3.5">
        <PlanRooms />
        <PlanLockdown />
        <Panel bodyClassName="flex flex-col gap-4 px-4 py-3.5">
          <Controller
            control={control}
            name="releaseRule"
            render={({ field: { ref: _ref, onChange, value } }) => (
              <fieldset className="flex flex-col gap-1.5">
                <legend className="mb-1.5 text-sm font-medium">{t('releaseRule')}</legend>
                <RadioGroup aria-label={t('releaseRule')} value={value} onValueChange={onChange} className="flex-col">
                  {releaseRules.map((rule) => (
                    <Radio key={rule} value={rule} label={t(`releaseRules.${rule}`)} hint={t(`releaseRuleHints.${rule}`)} />
                  ))}
                </RadioGroup>
              </fieldset>
            )}
          />
          <Field label={t('notice')} hint={t('noticeHint')} error={errors.notice?.message}>
            {(field) => <Textarea {...field} rows={4} {...register('notice')} />}
          </Field>
        </Panel>
      </div>
    </div>
  );
}

const markerGroups = createOptionSource('/markerGroup/getList', {
  sort: 'name',
  chosen: '/markerGroup/getById',
  optionOf: ({ id, name, people }) => ({ value: String(id), label: name, note: String(people.length) }),
});

/** Edits the rooms and marker groups of a plan and the pattern of its ticket numbers. */
function PlanRooms() {
  const { t } = useTranslation(['examPlan', 'words']);
  const {
    control,
    formState: { errors },
  } = useFormContext<PlanFormValues>();
  const rooms = useCall('/examRoom/getOptions', {});
  const items = rooms.data?.items ?? [];
  const places = [
    ...Map.groupBy(
      items.filter((room) => room.open),
      (room) => room.place,
    ),
  ];
  return (
    <Panel title={t('roomsAndTickets')} bodyClassName="flex flex-col gap-4 px-4 py-3.5">
      <Controller
        control={control}
        name="roomIds"
        render={({ field: { value, onChange } }) => {
          const seats = items.filter((room) => value.includes(room.id)).reduce((sum, room) => sum + room.seatCount, 0);
          const hint =
            items.length === 0 ? (
              <>
                {t('noRoomsYet')}{' '}
                <Link to="/teacher/exam/exam-place" className="text-primary underline-offset-4 hover:underline">
                  {t('toPlaces')}
                </Link>
              </>
            ) : value.length === 0 ? (
              t('roomsNone')
            ) : (
              t('roomsChosen', { rooms: value.length, seats })
            );
          return (
            <Field label={t('rooms')} hint={hint} error={errors.roomIds?.message}>
              {({ 'aria-invalid': _invalid, 'aria-required': _required, ...named }) => (
                <MultiSelect
                  {...named}
                  values={value.map(String)}
                  onChange={(values) => onChange(values.map(Number))}
                  choices={items
                    .filter((room) => room.open || value.includes(room.id))
                    .map((room) => ({
                      value: String(room.id),
                      label: [room.place, room.name, room.location].filter(Boolean).join(' · '),
                      note: t('roomSeats', { n: room.seatCount }),
                    }))}
                  none={t('roomsOnline')}
                />
              )}
            </Field>
          );
        }}
      />
      {places.length > 0 && (
        <Controller
          control={control}
          name="roomIds"
          render={({ field: { value, onChange } }) => (
            <div className="-mt-2 flex flex-wrap gap-2">
              {places.map(([place, all]) => (
                <Button
                  key={place}
                  size="sm"
                  variant="ghost"
                  onClick={() => onChange([...new Set([...value, ...all.map((room) => room.id)])])}
                >
                  {t('wholePlace', { place: place === '' ? t('rooms') : place, n: all.length })}
                </Button>
              ))}
            </div>
          )}
        />
      )}
      <TextField
        control={control}
        name="ticketPattern"
        label={t('ticketPattern')}
        hint={t('ticketPatternHint')}
        placeholder="{yyyy}{mm}{dd}{room}{seat}"
      />
      <Controller
        control={control}
        name="markerGroupIds"
        render={({ field: { value, onChange } }) => (
          <Field label={t('words:markerGroups')} error={errors.markerGroupIds?.message}>
            {(named) => (
              <OptionsPicker {...named} source={markerGroups} placeholder={t('markerGroupsNone')} values={value} onChange={onChange} />
            )}
          </Field>
        )}
      />
    </Panel>
  );
}
