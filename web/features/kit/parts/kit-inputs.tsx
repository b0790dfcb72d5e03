import { useState } from 'react';
import { Button } from '../../../ui/primitives/button.tsx';
import { Checkbox } from '../../../ui/primitives/checkbox.tsx';
import { Combobox, type ComboboxChoice } from '../../../ui/primitives/combobox.tsx';
import { DateField } from '../../../ui/date/date-field.tsx';
import { DateTimeField } from '../../../ui/date/date-time-field.tsx';
import { DateTimeRange } from '../../../ui/date/date-time-range.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { Switch } from '../../../ui/primitives/switch.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';
import { fromLocalInput } from '../../../lib/format-time.ts';
import { kitTexts as words } from '../kit-texts.ts';

const search = (text: string): Promise<readonly ComboboxChoice[]> =>
  Promise.resolve(
    words.people
      .filter((name) => name.includes(text))
      .slice(0, 8)
      .map((name, at) => ({ value: name, label: name, note: `33012600${at + 10}` })),
  );

export function KitInputs() {
  const [level, setLevel] = useState('4');
  const [day, setDay] = useState('');
  const [moment, setMoment] = useState('2026-11-21T09:00');
  const [span, setSpan] = useState({ start: '2026-11-21T09:00', end: '2026-11-21T10:30' });
  const [person, setPerson] = useState<ComboboxChoice | null>(null);
  const body = 'flex flex-col gap-4 px-4 py-3.5';
  return (
    <div className="flex flex-col gap-3.5">
      <Panel title={words.buttons} bodyClassName="flex flex-wrap gap-2.5 px-4 py-3.5">
        <Button variant="primary">{words.save}</Button>
        <Button variant="primary" busy>
          {words.busy}
        </Button>
        <Button>{words.publish}</Button>
        <Button disabled>{words.publish}</Button>
        <Button variant="soft">{words.publish}</Button>
        <Button variant="ghost">{words.publish}</Button>
        <Button variant="seal">{words.remove}</Button>
        <Button variant="sealSolid">{words.remove}</Button>
        <Button variant="link">{words.publish}</Button>
      </Panel>
      <Panel title={words.inputs} bodyClassName={body}>
        <Field label={words.name} hint={words.nameHint} required>
          {(control) => <Input {...control} defaultValue={words.nameValue} />}
        </Field>
        <div className="grid grid-cols-2 gap-4">
          <Field label={words.seats} error={words.seatsError}>
            {(control) => <Input {...control} type="number" defaultValue={0} className="num" />}
          </Field>
          <Field label={words.name}>{(control) => <Input {...control} disabled value={words.disabled} readOnly />}</Field>
          <Field label={words.level}>
            {({ 'aria-required': _required, ...control }) => (
              <Select
                {...control}
                value={level}
                onChange={setLevel}
                choices={words.levels.map((label, at) => ({ value: String(at + 1), label }))}
              />
            )}
          </Field>
          <Field label={words.combo}>{(control) => <Combobox {...control} value={person} onChange={setPerson} search={search} />}</Field>
        </div>
        <Field label={words.notes}>{(control) => <Textarea {...control} rows={2} />}</Field>
        <div className="flex items-center gap-6 text-sm">
          <label className="flex items-center gap-2">
            <Checkbox defaultChecked />
            {words.agree}
          </label>
          <label className="flex items-center gap-2">
            <Switch defaultChecked />
            {words.agree}
          </label>
        </div>
      </Panel>
      <Panel title={words.dates} bodyClassName={body}>
        <div className="grid grid-cols-2 gap-4">
          <Field label={words.day}>{(control) => <DateField {...control} value={day} onChange={setDay} />}</Field>
          <Field label={words.moment} error={fromLocalInput(moment) === null ? words.badMoment : undefined}>
            {(control) => <DateTimeField {...control} value={moment} onChange={setMoment} />}
          </Field>
        </div>
        <DateTimeRange value={span} onChange={setSpan} />
      </Panel>
    </div>
  );
}
