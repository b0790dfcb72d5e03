import { createContext } from 'react';
import type { Upload } from '../../lib/upload.ts';
import { uploadFile } from '../../platform/upload.ts';

/** How the form around brings pictures to the server. */
export const QuestionUpload = createContext<Upload>(uploadFile);
