import type { Grammar } from '../tokens.js';
import { toCSharp } from './csharp.js';
import { toCurl } from './curl.js';
import { toJavaScript } from './javascript.js';
import { toPython } from './python.js';
import type { SampleRequest } from './sample-request.js';

/** A language that requests are shown in. */
export interface Language {
  id: string;
  label: string;
  grammar: Grammar;
  /** Returns a request as code that runs when it is pasted. */
  write(request: SampleRequest): string;
}

/** The languages, in the order of their choice. */
export const languages: readonly Language[] = [
  { id: 'curl', label: 'curl', grammar: 'bash', write: toCurl },
  { id: 'javascript', label: 'JavaScript', grammar: 'javascript', write: toJavaScript },
  { id: 'python', label: 'Python', grammar: 'python', write: toPython },
  { id: 'csharp', label: 'C#', grammar: 'csharp', write: toCSharp },
];
