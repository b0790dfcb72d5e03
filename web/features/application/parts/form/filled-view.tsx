import { Paperclip } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import {
  getFileAnswers,
  type FormAnswers,
  type FormDesign,
  type FormField,
  getTableAnswer,
  getTextAnswer,
} from '../../../../../sync/contract/applications/form-design.ts';
import { cn } from '../../../../lib/cn.ts';
import { splitFormSteps } from '../../form-steps.ts';
import { SignatureView } from './signature-field.tsx';

const isImageType = (type: string): boolean => type.startsWith('image/');

/** Shows the answer of one field read-only. */
export function AnswerView({ field, answers }: { field: FormField; answers: FormAnswers }) {
  const { t } = useTranslation('application');
  switch (field.type) {
    case 'table': {
      const rows = getTableAnswer(answers, field.key);
      if (rows.length === 0) return <span className="text-muted-foreground">{t('nothing')}</span>;
      return (
        <table className="w-full text-left text-[13px]">
          <thead className="text-muted-foreground">
            <tr>
              {field.columns.map((column) => (
                <th key={column.key} className="py-0.5 pr-3 font-normal">
                  {column.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at}>
                {field.columns.map((column) => (
                  <td key={column.key} className="num py-0.5 pr-3">
                    {row[column.key] ?? ''}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
    }
    case 'file':
    case 'picture': {
      const files = getFileAnswers(answers, field.key);
      if (files.length === 0) return <span className="text-muted-foreground">{t('nothing')}</span>;
      return (
        <ul className="flex flex-wrap gap-2">
          {files.map((file) => (
            <li key={file.url}>
              <a
                href={file.url}
                target="_blank"
                rel="noreferrer"
                className="flex items-center gap-1 text-primary underline-offset-4 hover:underline"
              >
                {isImageType(file.type) ? (
                  <img
                    src={file.url}
                    alt={file.name}
                    className={cn('rounded border object-cover', field.type === 'picture' ? 'h-28' : 'h-20')}
                  />
                ) : (
                  <Paperclip aria-hidden className="size-4" />
                )}
                {(!isImageType(file.type) || field.type === 'file') && <span className="break-all">{file.name}</span>}
              </a>
            </li>
          ))}
        </ul>
      );
    }
    case 'signature':
      return <SignatureView path={getTextAnswer(answers, field.key)} />;
    default: {
      const text = getTextAnswer(answers, field.key);
      return text === '' ? (
        <span className="text-muted-foreground">{t('nothing')}</span>
      ) : (
        <span className="whitespace-pre-line">{text}</span>
      );
    }
  }
}

interface FilledViewProps {
  design: FormDesign;
  answers: FormAnswers;
  /** Renders extra content next to a field, such as a difference or a mark button. */
  renderExtra?: (field: FormField) => ReactNode;
  marked?: (field: FormField) => boolean;
  /** True for a field that needs the full width because of its extra content. */
  isWide?: (field: FormField) => boolean;
  /** Draws lines as on a printed form, with each field as wide as its design says. */
  asPaper?: boolean;
}

const paperWidths = { third: 'col-span-2', half: 'col-span-3', full: 'col-span-6' } as const satisfies Record<FormField['width'], string>;
const getWidthClass = (isFull: boolean): string => (isFull ? 'sm:col-span-2' : '');

/** Shows a filled form read-only, on the reviewer's screen and on A4. */
export function FilledView({ design, answers, renderExtra, marked, isWide, asPaper = false }: FilledViewProps) {
  return (
    <div className="flex flex-col">
      {splitFormSteps(design, answers).map((step) => (
        <section key={step.key}>
          {step.title !== '' && (
            <h3
              className={cn(
                'border-b bg-muted px-3 py-1.5 text-[13px] font-semibold',
                asPaper ? '-mt-px break-after-avoid border-t border-current [print-color-adjust:exact]' : 'border-t',
              )}
            >
              {step.title}
            </h3>
          )}
          {step.hint !== '' && <p className={cn('px-3 py-2 text-[13px]', asPaper && 'border-b border-current')}>{step.hint}</p>}
          <dl className={asPaper ? 'grid grid-cols-6' : 'grid grid-cols-1 sm:grid-cols-2'}>
            {step.fields.map((field) => (
              <div
                key={field.key}
                data-field={field.key}
                className={cn(
                  'group relative flex min-w-0 border-b text-sm',
                  asPaper
                    ? cn('-ml-px break-inside-avoid border-x border-current', paperWidths[field.width])
                    : cn('flex-wrap gap-x-2.5 gap-y-1 px-3 py-2', getWidthClass(field.width === 'full' || isWide?.(field) === true)),
                  marked?.(field) === true && 'border-l-4 border-l-kept bg-kept-soft',
                )}
              >
                <dt
                  className={
                    asPaper
                      ? 'w-24 shrink-0 border-r border-current bg-muted px-2 py-1.5 [print-color-adjust:exact]'
                      : 'w-18 shrink-0 text-muted-foreground'
                  }
                >
                  {field.label}
                </dt>
                <dd
                  className={cn(
                    'min-w-0 flex-1 break-words',
                    asPaper && 'px-2 py-1.5 [&_a]:text-foreground [&_td]:border-t [&_td]:border-current',
                  )}
                >
                  <AnswerView field={field} answers={answers} />
                </dd>
                {renderExtra !== undefined && <dd className="contents">{renderExtra(field)}</dd>}
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
