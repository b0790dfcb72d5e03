import { z } from 'zod';
import type { ErrorName } from './errors.ts';
import { roles } from './roles.ts';

const mib = 1024 * 1024;

/** What may be uploaded, in families; a form names the families it takes. Limits are defaults, the server's settings may move them. */
export const uploadFamilies = {
  image: { maxBytes: 5 * mib },
  document: { maxBytes: 50 * mib },
  media: { maxBytes: 2048 * mib },
} as const satisfies Record<string, { readonly maxBytes: number }>;

export type UploadFamily = keyof typeof uploadFamilies;
export const uploadFamilyNames = Object.keys(uploadFamilies) as UploadFamily[];

interface UploadKindRow {
  readonly family: UploadFamily;
  readonly mime: string;
  readonly extension: string;
  /** What people call it. */
  readonly label: string;
}

/** Told by content, never by name: `server/modules/upload/file-kind.ts` knows each row's bytes. */
export const uploadKinds = {
  png: { family: 'image', mime: 'image/png', extension: '.png', label: 'PNG' },
  jpeg: { family: 'image', mime: 'image/jpeg', extension: '.jpg', label: 'JPEG' },
  gif: { family: 'image', mime: 'image/gif', extension: '.gif', label: 'GIF' },
  webp: { family: 'image', mime: 'image/webp', extension: '.webp', label: 'WebP' },
  pdf: { family: 'document', mime: 'application/pdf', extension: '.pdf', label: 'PDF' },
  docx: {
    family: 'document',
    mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extension: '.docx',
    label: 'Word (docx)',
  },
  xlsx: {
    family: 'document',
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extension: '.xlsx',
    label: 'Excel (xlsx)',
  },
  pptx: {
    family: 'document',
    mime: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    extension: '.pptx',
    label: 'PowerPoint (pptx)',
  },
  mp4: { family: 'media', mime: 'video/mp4', extension: '.mp4', label: 'MP4' },
  webm: { family: 'media', mime: 'video/webm', extension: '.webm', label: 'WebM' },
  mp3: { family: 'media', mime: 'audio/mpeg', extension: '.mp3', label: 'MP3' },
} as const satisfies Record<string, UploadKindRow>;

export type UploadKind = keyof typeof uploadKinds;
export const uploadKindNames = Object.keys(uploadKinds) as UploadKind[];

/** The kinds of some families: for a file dialog, and for saying what is taken. */
export const kindsOf = (families: readonly UploadFamily[]): UploadKind[] =>
  uploadKindNames.filter((kind) => families.includes(uploadKinds[kind].family));

/** Where an uploaded file is served. The random name is the right to read it (decision 20). */
export const uploadUrlPattern = /^\/uploads\/([0-9a-f]{32}\.[a-z0-9]{2,5})$/;
/** '' or a file that was uploaded here: pages show nothing from elsewhere. */
export const uploadedPicture = z.string().regex(new RegExp(`^(?:${uploadUrlPattern.source.slice(1, -1)})?$`));

/**
 * `POST /api/upload` (spec section 7): a multipart form, so it stands beside the mount of JSON calls and not in `contract`. Its
 * answers are the envelope's.
 */
export const uploadCall = {
  path: '/upload',
  summary: 'Uploads one file; `data.url` is its address',
  output: z.object({ url: z.string(), name: z.string(), sizeBytes: z.int(), type: z.string() }),
  // Every role, told as such: who only reads (the leader) uploads nothing either.
  access: roles,
  errors: ['forbidden', 'passwordFirst', 'signedOut', 'expired', 'elsewhere', 'disabled'] satisfies ErrorName[],
  changes: true,
} as const;

export type Uploaded = z.output<typeof uploadCall.output>;
