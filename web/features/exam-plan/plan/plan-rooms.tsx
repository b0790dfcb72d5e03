import { Controller, useFormContext } from 'react-hook-form';
import { useTranslation } from '../../../lib/i18n.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { OptionsPicker } from '../../../platform/api/option-picker.tsx';
import { createOptionSource } from '../../../platform/api/options.ts';
import { Link } from 'react-router-dom';
import { Button } from '../../../ui/primitives/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { MultiSelect } from '../../../ui/primitives/multi-select.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import type { PlanFormValues } from './plan-form-values.ts';

const markerGroups = createOptionSource('/markerGroup/getList', {
  sort: 'name',
  chosen: '/markerGroup/getById',
  optionOf: ({ id, name, people }) => ({ value: String(id), label: name, note: String(people.length) }),
});

/** Edits the rooms and marker groups of a plan and the pattern of its ticket numbers. */
export function PlanRooms() {
  const { t } = useTranslation('examPlan');
  const {
    control,
    register,
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
      <Field label={t('ticketPattern')} hint={t('ticketPatternHint')} error={errors.ticketPattern?.message}>
        {(field) => <Input {...field} {...register('ticketPattern')} placeholder="{yyyy}{mm}{dd}{room}{seat}" />}
      </Field>
      <Controller
        control={control}
        name="markerGroupIds"
        render={({ field: { value, onChange } }) => (
          <Field label={t('markerGroups')} error={errors.markerGroupIds?.message}>
            {(named) => (
              <OptionsPicker {...named} source={markerGroups} placeholder={t('markerGroupsNone')} values={value} onChange={onChange} />
            )}
          </Field>
        )}
      />
    </Panel>
  );
}
