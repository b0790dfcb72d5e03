import { apiErrors } from '../../../../sync/contract/errors.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { useAuditTexts } from '../use-entry-names.ts';

/** Shows the result of a call: done, refused with its reason, or failed by an internal error. */
export function ResultChip({ code }: { code: number }) {
  const text = useAuditTexts().results[String(code)] ?? String(code);
  const refused = code === apiErrors.internal.code ? 'seal' : 'kept';
  return (
    <Chip tone={code === 0 ? 'delivered' : refused} mark={code === 0 ? 'dot' : 'square'}>
      {text}
    </Chip>
  );
}
