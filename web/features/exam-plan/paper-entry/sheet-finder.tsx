import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../../ui/primitives/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { parseSheetCode, getSheetPath } from './sheet-view.ts';

/** Opens the page of a paper sheet by its code. */
export function SheetFinder({ planId }: { planId: number }) {
  const { t } = useTranslation('sheet');
  const navigate = useNavigate();
  const [code, setCode] = useState('');
  const [none, setNone] = useState(false);
  return (
    <Panel title={t('find')} bodyClassName="flex flex-col gap-3 p-3.5">
      <p className="text-[13px] leading-relaxed text-muted-foreground">{t('findText')}</p>
      <form
        className="flex items-end gap-2.5"
        onSubmit={(event) => {
          event.preventDefault();
          const found = parseSheetCode(code);
          if (found?.planId === planId) void navigate(getSheetPath(planId, found.userId, found.sheet));
          else setNone(true);
        }}
      >
        <Field label={t('findCode')} error={none ? t('findNone') : undefined}>
          {(field) => (
            <Input
              {...field}
              autoComplete="off"
              spellCheck={false}
              maxLength={300}
              placeholder={`${planId}-000-2`}
              className="num w-52"
              value={code}
              onChange={(event) => {
                setCode(event.target.value);
                setNone(false);
              }}
            />
          )}
        </Field>
        <Button type="submit" disabled={code.trim() === ''}>
          {t('findDo')}
        </Button>
      </form>
    </Panel>
  );
}
