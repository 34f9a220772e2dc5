import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

// Writes the types of svcapi/client for the package, from those that the compiler wrote. The declarations of the routes infer their
// types from schemas of zod: here these are written out, so that users need neither our sources nor our packages.
const FROM = 'dist/src';
const TO = 'dist/types';
const ROUTES = join(FROM, 'client/route-types.d.ts');

// The compiler that builds the service has no interface for programs yet. The generated client of the tests has an older one.
const ts = createRequire(join(process.cwd(), 'test/generated-client/package.json'))('typescript');

await rm(TO, { recursive: true, force: true });
for (const path of await filesOf(join(FROM, 'client/index.d.ts'))) {
  const target = join(TO, relative(FROM, path));
  await mkdir(dirname(target), { recursive: true });
  if (path === ROUTES) await writeFile(target, writtenOut(path));
  else await cp(path, target);
}

/** Returns a file of types and all that it imports. The types of the routes need none when they are written out. */
async function filesOf(path, found = new Set()) {
  if (found.has(path)) return found;
  found.add(path);
  if (path === ROUTES) return found;
  for (const [, next] of (await readFile(path, 'utf8')).matchAll(/\bfrom '(\.[^']+)\.js'/g)) {
    await filesOf(join(dirname(path), `${next}.d.ts`), found);
  }
  return found;
}

/** Returns a file that has one exported type, with that type written out. */
function writtenOut(path) {
  const program = ts.createProgram([path], {
    strict: true,
    exactOptionalPropertyTypes: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    skipLibCheck: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(path);
  const [alias] = checker.getExportsOfModule(checker.getSymbolAtLocation(source));
  const text = typeText(checker, checker.getDeclaredTypeOfSymbol(alias), '');
  if (/\bany\b/.test(text)) throw new Error(`${path} has a type that the compiler does not find`);
  return `/** The payload and the parameters of each route, by its method and path. */\nexport type ${alias.name} = ${text};\n`;
}

/** Returns the text of a type, without names of other types. */
function typeText(checker, type, indent) {
  if (type.isUnion()) return unionText(checker, type, indent);
  if (checker.isTupleType(type)) throw new Error('tuples are not written');
  if (checker.isArrayType(type)) {
    const item = typeText(checker, checker.getTypeArguments(type)[0], indent);
    return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
  }
  if (!(type.flags & ts.TypeFlags.Object)) return checker.typeToString(type);
  const inner = `${indent}  `;
  const fields = type.getProperties().map((property) => {
    const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
    const field = typeText(checker, checker.getTypeOfSymbol(property), inner);
    return `${inner}${JSON.stringify(property.name)}${isOptional ? '?' : ''}: ${field};\n`;
  });
  const indexes = checker.getIndexInfosOfType(type).map(({ keyType, type: value }) => {
    return `${inner}[key: ${checker.typeToString(keyType)}]: ${typeText(checker, value, inner)};\n`;
  });
  return fields.length + indexes.length === 0
    ? 'Record<string, never>'
    : `{\n${[...fields, ...indexes].join('')}${indent}}`;
}

function unionText(checker, type, indent) {
  const texts = type.types.map((each) => typeText(checker, each, indent));
  const joined =
    texts.includes('true') && texts.includes('false')
      ? ['boolean', ...texts.filter((text) => text !== 'true' && text !== 'false')]
      : texts;
  return joined.join(' | ');
}
