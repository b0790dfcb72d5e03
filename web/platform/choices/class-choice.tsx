import { useTranslation } from '../../lib/i18n.ts';
import type { FieldControl } from '../../ui/form/field.tsx';
import { MultiSelect } from '../../ui/primitives/multi-select.tsx';
import { getItems, useCall } from '../api/call-query.ts';

/** Reads the classes of the school, for choosing. */
export const useClassFilterOptions = () => useCall('/class/getOptions', {}, { select: getItems });

interface ClassChoiceProps {
  control: FieldControl;
  values: readonly number[];
  onChange: (ids: number[]) => void;
}

/** Lets the user choose several classes. */
export function ClassMultiPicker({ control, values, onChange }: ClassChoiceProps) {
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
