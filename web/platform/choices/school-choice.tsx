import type { FieldControl } from '../../ui/form/field.tsx';
import { OptionPicker } from '../api/option-picker.tsx';
import { createOptionSource } from '../api/options.ts';

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
