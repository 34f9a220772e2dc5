/**
 * Prints what an editor shows for some places of a file, as JSON: `node shown.cjs TYPESCRIPT FILE CODE…`. The compiler of the project has
 * no service for editors any more.
 */
const [, , typescript, file, ...codes] = process.argv;
const ts = require(typescript);
const text = ts.sys.readFile(file);
const editor = ts.createLanguageService({
  getScriptFileNames: () => [file],
  getScriptVersion: () => '1',
  getScriptSnapshot(path) {
    const read = ts.sys.readFile(path);
    return read === undefined ? undefined : ts.ScriptSnapshot.fromString(read);
  },
  getCurrentDirectory: ts.sys.getCurrentDirectory,
  getCompilationSettings: () => ({ strict: true, module: ts.ModuleKind.NodeNext, types: [] }),
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: ts.sys.fileExists,
  readFile: ts.sys.readFile,
});
const shown = codes.map((code) => {
  const info = editor.getQuickInfoAtPosition(file, text.indexOf(code));
  return ts.displayPartsToString(info?.documentation);
});
const problems = editor.getSemanticDiagnostics(file).map(({ messageText }) => messageText);
const { items } = editor.getSignatureHelpItems(file, text.indexOf(codes[0]) + 'call('.length, {});
process.stdout.write(JSON.stringify({ shown, problems, overloads: items.length }));
