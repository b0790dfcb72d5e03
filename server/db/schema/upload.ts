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
    /** 1: served to those alone who may learn what it belongs to. */
    guarded: Generated<0 | 1>;
    /** Since when nothing is known to refer to it. */
    unused_ms: ColumnType<number | null, never, number | null>;
    /** Of a picture, in pixels. */
    width: ColumnType<number | null, number | null | undefined, number | null>;
    height: ColumnType<number | null, number | null | undefined, number | null>;
  };
}
