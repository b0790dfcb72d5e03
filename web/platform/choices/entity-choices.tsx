import { useTranslation } from '../../lib/i18n.ts';
import type { FieldControl } from '../../ui/form/field.tsx';
import { MultiSelect } from '../../ui/form/multi-select.tsx';
import { getItems, useCall } from '../api/call-query.ts';
import { OptionPicker, createOptionSource } from '../api/option-picker.tsx';

/** Reads the classes of the school as options of a picker. */
export const useClassFilterOptions = () => useCall('/class/getOptions', {}, { select: getItems });

interface ClassMultiPickerProps {
  control: FieldControl;
  values: readonly number[];
  onChange: (ids: number[]) => void;
}

/** Reads the classes of the school, each with the ids of its members who can be put into an exam. */
export const useExamClasses = () => useCall('/user/getExamClasses', {}, { select: getItems });

/** Lets the user choose several classes. */
export function ClassMultiPicker({ control, values, onChange }: ClassMultiPickerProps) {
  const { t } = useTranslation('learning');
  const { data } = useClassFilterOptions();
  return (
    <MultiSelect
      id={control.id}
      aria-describedby={control['aria-describedby']}
      className="w-full"
      none={t('noClasses')}
      values={values.map(String)}
      choices={(data ?? []).map((one) => ({ value: String(one.id), label: one.name }))}
      onChange={(chosen) => onChange(chosen.map(Number))}
    />
  );
}

interface SchoolChoiceProps extends Partial<FieldControl> {
  schoolId: number | null;
  onChange: (id: number | null) => void;
  placeholder: string;
  'aria-label'?: string;
}

const schools = createOptionSource('/school/getList', {
  sort: 'title',
  chosen: '/school/getById',
  optionOf: ({ id, title, website }) => ({ value: String(id), label: title, note: website }),
});

/** Lets the user choose a school by a part of its title, website code or record number. */
export function SchoolChoice({ schoolId, onChange, ...field }: SchoolChoiceProps) {
  return <OptionPicker {...field} source={schools} value={schoolId} onChange={(id) => onChange(id)} />;
}

/** Makes a picker source of professions: those that a school offers, or those that are enabled on the platform. */
export const createProfessionOptions = (filter: { readonly offered?: boolean; readonly enabled?: boolean }) =>
  createOptionSource('/prof/getList', {
    filter,
    sort: 'name',
    chosen: '/prof/getById',
    optionOf: ({ id, name, code }) => ({ value: String(id), label: name, note: code }),
  });
const offered = createProfessionOptions({ offered: true, enabled: true });

interface OfferedProfessionProps {
  control: FieldControl;
  value: number | null;
  onChange: (id: number | null) => void;
  /** Placeholder while no profession is chosen. */
  none?: string;
}

/** Lets the user choose one of the professions that this school offers, or none. A chosen profession stays even if it is no longer offered. */
export function OfferedProfession({ control, value, onChange, none }: OfferedProfessionProps) {
  const { t } = useTranslation('learning');
  return (
    <OptionPicker {...control} source={offered} placeholder={none ?? t('noProfession')} value={value} onChange={(id) => onChange(id)} />
  );
}
