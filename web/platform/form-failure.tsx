import { Strip } from '../ui/strip.tsx';
import { CallFailure } from './call.ts';

/**
 * Why a form was refused, where that needs more reading than a toast gives time for: somebody else changed the same. Any other refusal is
 * told once: beside its field, or by the toast.
 */
export function FormFailure({ error }: { error: Error | null }) {
  if (!(error instanceof CallFailure) || error.code !== 1006) return null;
  return (
    <div role="alert">
      <Strip tone="seal">{error.message}</Strip>
    </div>
  );
}
