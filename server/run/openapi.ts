import { buildOpenApiDocument } from '../http/routes/openapi.ts';
import { programVersion } from '../program-version.ts';

process.stdout.write(`${JSON.stringify(buildOpenApiDocument(programVersion), null, 2)}\n`);
