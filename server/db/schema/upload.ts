import type { ColumnType, Generated } from 'kysely';

export interface UploadTables {
  upload: {
    id: Generated<number>;
    name: string;
    school_id: number;
    user_id: number;
    kind: string;
    size_bytes: number;
    sha256: Buffer;
    original_name: string;
    created_ms: number;
    /** 1: served only to users who may see the row it belongs to. */
    guarded: Generated<0 | 1>;
    /** Since when no row refers to the file; null while one does. */
    unused_ms: ColumnType<number | null, never, number | null>;
    /** Size of a picture in pixels. */
    width: ColumnType<number | null, number | null | undefined, number | null>;
    height: ColumnType<number | null, number | null | undefined, number | null>;
  };
}
