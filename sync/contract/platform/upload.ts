import { z } from 'zod';
import type { ErrorName } from '../errors.ts';
import { roles } from '../roles.ts';

const mib = 1024 * 1024;

/** Families of uploaded files. A form names the families that it accepts. `maxBytes` is a default that the server's settings can change. */
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
  /** Name of the kind of file, shown to users. */
  readonly label: string;
}

/** Kinds of uploaded files. A file's kind is detected from its content, never from its name (`server/features/platform/upload/file-kind.ts`). */
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
  m4a: { family: 'media', mime: 'audio/mp4', extension: '.m4a', label: 'M4A' },
  ogg: { family: 'media', mime: 'audio/ogg', extension: '.ogg', label: 'Ogg' },
  wav: { family: 'media', mime: 'audio/wav', extension: '.wav', label: 'WAV' },
} as const satisfies Record<string, UploadKindRow>;

export type UploadKind = keyof typeof uploadKinds;
export const uploadKindNames = Object.keys(uploadKinds) as UploadKind[];

/** Lists the kinds of files in the given families, for a file dialog and for messages. */
export const listUploadKinds = (families: readonly UploadFamily[]): UploadKind[] =>
  uploadKindNames.filter((kind) => families.includes(uploadKinds[kind].family));

/** Path at which an uploaded file is served. Knowing the random name gives the right to read it (decision 012). */
export const uploadUrlPattern = /^\/uploads\/([0-9a-f]{32}\.[a-z0-9]{2,5})$/;
/** Address of a file uploaded to this server, or ''. Pages show no pictures from other hosts. */
export const uploadedPicture = z.string().regex(new RegExp(`^(?:${uploadUrlPattern.source.slice(1, -1)})?$`));

/**
 * `POST /api/upload` (specification section 7). It takes a multipart form, so it is not part of `apiContract`, whose calls take JSON. Its
 * responses use the same envelope.
 */
export const uploadCall = {
  path: '/upload',
  summary: 'Uploads one file; `data.url` is its address',
  output: z.object({ url: z.string(), name: z.string(), sizeBytes: z.int(), type: z.string() }),
  // List all roles instead of `signedIn`, so that the read-only school leader is excluded.
  access: roles,
  errors: ['forbidden', 'passwordFirst', 'signedOut', 'expired', 'elsewhere', 'disabled'] satisfies ErrorName[],
  changes: true,
} as const;

export type UploadResult = z.output<typeof uploadCall.output>;

/** An uploaded file, as rows store it. */
export const uploadedFile = z.object({
  url: z.string().regex(uploadUrlPattern),
  /** File name on the uploader's device. */
  name: z.string().trim().min(1).max(200),
  sizeBytes: z.int().min(0),
});

/** A file with an address (`src`) that only the caller can open, for some hours. */
export const courseSourceFile = uploadedFile.extend({ src: z.string() });
