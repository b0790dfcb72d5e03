import { LayoutTemplate, Plus } from 'lucide-react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { useTranslation } from '../../../lib/i18n.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { DropdownMenu, MenuItem } from '../../../ui/primitives/dropdown-menu.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { useBankCategories, type PaperFormDraft } from '../paper-queries.ts';
import {
  buildTemplateSections,
  formatSectionTitle,
  paperTemplateChoices,
  paperTemplatePassMark,
  paperTemplates,
} from '../paper-templates.ts';
import { PaperSectionRow } from './section-row.tsx';

export function SectionList({ typeFallback }: { typeFallback: PaperFormDraft['sections'][number]['type'] }) {
  const { t } = useTranslation('paper');
  const { t: code } = useTranslation('codes');
  const form = useFormContext<PaperFormDraft>();
  const { fields, append, insert, remove, move, replace } = useFieldArray({ control: form.control, name: 'sections' });
  const bank = useBankCategories();
  const problem = form.formState.errors.sections?.message ?? form.formState.errors.sections?.root?.message;

  const take = (at: number) => {
    const section = form.getValues(`sections.${at}`);
    remove(at);
    toast.plain(t('removed', { title: section.title }), {
      action: { label: t('undo'), onClick: () => insert(at, section) },
      duration: 6000,
    });
  };
  const apply = ({ name, minutes }: (typeof paperTemplateChoices)[number]) => {
    const { sections, rules } = structuredClone(form.getValues());
    replace(buildTemplateSections(paperTemplates[name], (type) => code(`sectionType.${type}`)));
    form.setValue('rules.minutes', minutes, { shouldDirty: true });
    form.setValue('rules.passPoints', paperTemplatePassMark, { shouldDirty: true });
    toast.plain(t('templateTaken'), {
      action: {
        label: t('undo'),
        onClick: () => {
          replace(sections);
          form.setValue('rules', rules, { shouldDirty: true });
        },
      },
      duration: 6000,
    });
  };
  return (
    <Panel
      title={t('sections')}
      aside={
        <DropdownMenu
          trigger={
            <Button size="sm">
              <LayoutTemplate />
              {t('template')}
            </Button>
          }
        >
          {paperTemplateChoices.map((choice) => (
            <MenuItem key={`${choice.name}.${choice.minutes}`} onSelect={() => apply(choice)}>
              {t('templateOf', { pattern: t(choice.name), minutes: choice.minutes })}
            </MenuItem>
          ))}
        </DropdownMenu>
      }
    >
      <ol>
        {fields.map((field, at) => (
          <PaperSectionRow
            key={field.id}
            at={at}
            of={fields.length}
            bank={bank.data?.items}
            onMove={(to) => move(at, to)}
            onRemove={() => take(at)}
          />
        ))}
      </ol>
      {problem !== undefined && (
        <p role="alert" className="px-4 py-2 text-[13px] text-seal">
          {fields.length === 0 ? t('needSection') : problem}
        </p>
      )}
      <div className="px-3 py-2.5">
        <Button
          variant="ghost"
          size="sm"
          disabled={fields.length >= 12}
          onClick={() =>
            append({
              title: formatSectionTitle(fields.length, code(`sectionType.${typeFallback}`)),
              type: typeFallback,
              count: 10,
              pointsEach: 1,
              categories: [],
              partial: false,
              difficulty: null,
              tags: [],
              level: null,
            })
          }
        >
          <Plus />
          {t('addSection')}
        </Button>
      </div>
    </Panel>
  );
}
