import { openApiDocument } from '../http/openapi.ts';
import { programVersion } from './program-version.ts';

process.stdout.write(`${JSON.stringify(openApiDocument(programVersion), null, 2)}\n`);
