import ts from 'typescript'

/** A test in a file: its own title, those of the groups around it, and whether something keeps the test from proving anything. */
export type ListedTest = { titles: string[]; isSkipped: boolean; isConditional: boolean; isEmpty: boolean }

const GROUPS = new Set(['describe'])
const TESTS = new Set(['test', 'it'])
/** A test with one of these words before its call, as in `test.skip.each(…)`, does not run. */
const SKIPPING = new Set(['skip', 'todo', 'fixme', 'fails'])
/** A test with one of these words runs only if a condition holds. */
const CONDITIONAL = new Set(['skipIf', 'runIf'])
/** A call of one of these asserts something; so does a function of the same file that contains such a call. */
const ASSERTING = /^(expect|assert)|And(Expect|Assert)/

/** Every test in a file's source, as the runner would find it: read from the syntax, so that tests in comments do not count. */
export const testsOf = (path: string, source: string): ListedTest[] => {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS) // prettier-ignore
  const helpers = assertingNames(file)
  const found: ListedTest[] = []
  const visit = (node: ts.Node, groups: string[], around: readonly string[]): void => {
    const call = ts.isCallExpression(node) ? runnerCall(node) : null
    if (!call) return node.forEachChild((child) => visit(child, groups, around))
    const titles = [...groups, call.title]
    const words = [...around, ...call.words]
    if (call.isGroup) return call.body?.forEachChild((child) => visit(child, titles, words))
    found.push({
      titles,
      isSkipped: words.some((word) => SKIPPING.has(word)),
      isConditional: words.some((word) => CONDITIONAL.has(word)),
      isEmpty: !call.body || !assertsIn(call.body, helpers),
    })
  }
  visit(file, [], [])
  return found
}

type RunnerCall = { words: string[]; isGroup: boolean; title: string; body: ts.Node | undefined }

/** `test('…', body)`, `describe.each(…)('…', options, body)` and the like; null for any other call. */
const runnerCall = ({ expression, arguments: given }: ts.CallExpression): RunnerCall | null => {
  const words = wordsOf(expression)
  const [first = ''] = words
  if (!(GROUPS.has(first) || TESTS.has(first))) return null
  const title = textOf(given[0])
  if (title === null) return null
  const body = given.findLast((argument) => ts.isArrowFunction(argument) || ts.isFunctionExpression(argument))
  return { words, isGroup: GROUPS.has(first) || words.includes('describe'), title, body }
}

/** The names before a call: for `test.skip.each(rows)` they are test, skip and each. */
const wordsOf = (node: ts.Expression): string[] => {
  if (ts.isIdentifier(node)) return [node.text]
  if (ts.isPropertyAccessExpression(node)) return [...wordsOf(node.expression), node.name.text]
  if (ts.isCallExpression(node)) return wordsOf(node.expression)
  return ts.isTaggedTemplateExpression(node) ? wordsOf(node.tag) : []
}

/** A title as it is written; for a template literal, its fixed parts. */
const textOf = (node: ts.Expression | undefined): string | null => {
  if (!node) return null
  if (ts.isStringLiteralLike(node)) return node.text
  return ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…')
    : null
}

const callsIn = (node: ts.Node, isWanted: (name: string) => boolean): boolean => {
  if (ts.isCallExpression(node) && wordsOf(node.expression).some(isWanted)) return true
  return ts.forEachChild(node, (child) => callsIn(child, isWanted) || undefined) ?? false
}

/** Whether the body asserts something; false if its first statement is `return`, because nothing after that runs. */
const assertsIn = (body: ts.Node, helpers: ReadonlySet<string>): boolean => {
  const block = ts.isArrowFunction(body) || ts.isFunctionExpression(body) ? body.body : body
  if (ts.isBlock(block) && block.statements[0] && ts.isReturnStatement(block.statements[0]) && !block.statements[0].expression) return false // prettier-ignore
  return callsIn(block, (name) => ASSERTING.test(name) || helpers.has(name))
}

/** The functions that assert: those of the file, directly or through one another, and those of tests/support whose name says so. */
const assertingNames = (file: ts.SourceFile): Set<string> => {
  const names = new Set<string>()
  const declared: [name: string, body: ts.Node][] = []
  for (const statement of file.statements) {
    if (
      ts.isImportDeclaration(statement) &&
      /tests\/support|\.\/(support|with-|matrix|load|fixtures)|refusal/.test(statement.moduleSpecifier.getText())
    ) {
      const bindings = statement.importClause?.namedBindings
      if (bindings && ts.isNamedImports(bindings)) for (const { name } of bindings.elements) if (/fail|refus|expect|prove|assert/i.test(name.text)) names.add(name.text) // prettier-ignore
    }
    if (ts.isFunctionDeclaration(statement) && statement.name) declared.push([statement.name.text, statement])
  }
  const collect = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) declared.push([node.name.text, node.initializer]) // prettier-ignore
    node.forEachChild(collect)
  }
  collect(file)
  for (let before = -1; before !== names.size;) {
    before = names.size
    for (const [name, body] of declared) if (callsIn(body, (called) => ASSERTING.test(called) || names.has(called))) names.add(name) // prettier-ignore
  }
  return names
}
