import type { ApplicationEntry } from '../../application-queries.ts';
import { ApplicationDoubtChip, ApplicantPhoto } from './review-list.tsx';

/** Shows all photos side by side, so that an unsuitable photo stands out. */
export function ReviewWall({ rows, onOpen }: { rows: readonly ApplicationEntry[]; onOpen: (id: number) => void }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-3">
      {rows.map((row) => (
        <li key={row.id}>
          <button
            type="button"
            onClick={() => onOpen(row.id)}
            className="flex w-full flex-col items-center gap-1 rounded-xl border bg-card p-2 text-sm hover:border-primary"
          >
            <ApplicantPhoto url={row.photo} className="h-32 w-[5.7rem]" />
            <span className="font-medium">{row.name}</span>
            <span className="text-[13px]">
              <ApplicationDoubtChip row={row} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
