import { useTranslation } from '../../../lib/i18n.ts';
import { diffTexts, type DiffPart } from '../text-diff.ts';
import { useFieldTexts } from '../field-words.ts';
import type { QuestionVersion } from '../question-queries.ts';

/** Compares two versions side by side, field by field: removed text is marked left, added text right. */
export function VersionDiff({ before, after }: { before: QuestionVersion; after: QuestionVersion }) {
  const { t } = useTranslation('question');
  const { names, wordsIn } = useFieldTexts();
  const [left, right] = [wordsIn(before), wordsIn(after)];
  const changed = names.filter(([name]) => left[name] !== right[name]);
  if (changed.length === 0) return <p className="py-6 text-center text-sm text-muted-foreground">{t('diffNone')}</p>;
  return (
    <table className="w-full table-fixed text-sm">
      <thead>
        <tr className="border-b text-left text-[13px] text-muted-foreground">
          <th className="w-24 py-1.5 font-medium">{t('field')}</th>
          <th className="py-1.5 pr-3 font-medium">{t('version', { n: before.version })}</th>
          <th className="py-1.5 font-medium">{t('version', { n: after.version })}</th>
        </tr>
      </thead>
      <tbody>
        {changed.map(([name, label]) => {
          const parts = diffTexts(left[name] ?? '', right[name] ?? '');
          return (
            <tr key={name} className="border-b align-top last:border-b-0">
              <th scope="row" className="py-2 pr-2 text-left text-[13px] font-medium">
                {label}
              </th>
              <td className="py-2 pr-3 whitespace-pre-wrap">
                <Side parts={parts} without="new" />
              </td>
              <td className="py-2 whitespace-pre-wrap">
                <Side parts={parts} without="gone" />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Side({ parts, without }: { parts: readonly DiffPart[]; without: 'gone' | 'new' }) {
  const { t } = useTranslation('question');
  const shown = parts.filter((part) => part.kind !== without);
  if (shown.length === 0) return <span className="text-muted-foreground">{t('diffEmpty')}</span>;
  return shown.map((part, at) =>
    part.kind === 'same' ? (
      <span key={at}>{part.text}</span>
    ) : part.kind === 'gone' ? (
      <del key={at} className="rounded-xs bg-seal-soft text-seal">
        {part.text}
      </del>
    ) : (
      <ins key={at} className="rounded-xs bg-delivered-soft font-medium text-delivered no-underline">
        {part.text}
      </ins>
    ),
  );
}
