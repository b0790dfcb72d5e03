import { useTranslation } from '../../../../lib/i18n.ts';
import { type FormFieldType, formFieldTypes } from '../../../../../sync/contract/applications/form-design.ts';
import { Panel } from '../../../../ui/primitives/panel.tsx';
import { fieldTypeShortcuts } from '../../design-edits.ts';

export const dragKind = 'application/x-wenkao-field';

/** Lists the field types. A type is added by click, by drag, or by its letter on the canvas. */
export function DesignPalette({ onAdd }: { onAdd: (type: FormFieldType) => void }) {
  const { t } = useTranslation('application');
  return (
    <Panel title={t('fields')} bodyClassName="flex flex-col gap-0.5 p-2">
      <p className="px-1.5 pb-1 text-[13px] text-muted-foreground">{t('paletteHint')}</p>
      {formFieldTypes.map((type) => (
        <button
          key={type}
          type="button"
          draggable
          onDragStart={(event) => event.dataTransfer.setData(dragKind, type)}
          onClick={() => onAdd(type)}
          className="flex items-center justify-between rounded-md px-2 py-1.5 text-left text-sm hover:bg-muted"
        >
          {t(`fieldTypes.${type}`)}
          <kbd aria-hidden className="num rounded border px-1.5 text-[12px] text-muted-foreground">
            {fieldTypeShortcuts[type].toUpperCase()}
          </kbd>
        </button>
      ))}
    </Panel>
  );
}
