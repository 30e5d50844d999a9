import ts from 'typescript'

/** One small change to a source: the text from `start` to `end` becomes `to`. */
export type Mutation = { start: number; end: number; to: string; line: number; what: string }

const K = ts.SyntaxKind
const operators = new Map<ts.SyntaxKind, string>([
  [K.EqualsEqualsEqualsToken, '!=='],
  [K.ExclamationEqualsEqualsToken, '==='],
  [K.LessThanToken, '<='],
  [K.LessThanEqualsToken, '<'],
  [K.GreaterThanToken, '>='],
  [K.GreaterThanEqualsToken, '>'],
  [K.AmpersandAmpersandToken, '||'],
  [K.BarBarToken, '&&'],
  [K.MinusToken, '+'],
  [K.AsteriskToken, '/'],
])
const twins = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
])

const isText = (node: ts.Node): boolean => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)

/** The possible changes of this node: pieces of it, and the text that replaces each. */
const changesOf = (node: ts.Node): Array<[piece: ts.Node, to: string]> => {
  if (ts.isBinaryExpression(node)) {
    const { operatorToken, left, right } = node
    const to = operators.get(operatorToken.kind)
    if (to) return [[operatorToken, to]]
    if (operatorToken.kind === K.PlusToken && !isText(left) && !isText(right)) return [[operatorToken, '-']]
    if (operatorToken.kind === K.QuestionQuestionToken) return [[node, left.getText()]]
  }
  if (node.kind === K.TrueKeyword) return [[node, 'false']]
  if (node.kind === K.FalseKeyword) return [[node, 'true']]
  if (ts.isNumericLiteral(node)) return [[node, `(${node.getText()} + 1)`]]
  if (ts.isPrefixUnaryExpression(node) && node.operator === K.ExclamationToken) return [[node, node.operand.getText()]]
  if (ts.isIfStatement(node))
    return [
      [node.expression, 'true'],
      [node.expression, 'false'],
    ]
  if (ts.isConditionalExpression(node))
    return [
      [node, `(${node.whenTrue.getText()})`],
      [node, `(${node.whenFalse.getText()})`],
    ]
  // A call whose result is not used is made for its effect: the change leaves the call out.
  if (ts.isExpressionStatement(node)) {
    const call = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression
    if (ts.isCallExpression(call)) return [[node, ';']]
  }
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { name, expression } = node.expression
    const twin = twins.get(name.text)
    if (twin) return [[name, twin]]
    if (['filter', 'where', 'sort', 'reverse', 'trim', 'toLowerCase', 'forUpdate', 'limit'].includes(name.text))
      return [[node, expression.getText()]]
  }
  // The change leaves out one entry of an object: a header, a condition, a field of a row.
  if (
    (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) &&
    ts.isObjectLiteralExpression(node.parent)
  )
    return [[node, '']]
  return []
}

/** Every small change that can be made to a source. Types, imports and texts for people are left alone. */
export const mutationsOf = (path: string, text: string): Mutation[] => {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: Mutation[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return
    for (const [piece, to] of changesOf(node)) {
      const start = piece.getStart(source)
      let end = piece.getEnd()
      // The comma of an entry goes with the entry.
      if (to === '' && text[end] === ',') end += 1
      const line = source.getLineAndCharacterOfPosition(start).line + 1
      const brief = (one: string) => one.replace(/\s+/g, ' ').slice(0, 60)
      const from = text.slice(start, end)
      const isShortened = to !== '' && from.startsWith(to)
      const what = isShortened
        ? `without ${brief(from.slice(to.length))}`
        : `${brief(from)} → ${brief(to) || 'nothing'}`
      found.push({ start, end, to, line, what })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

export const applied = (text: string, { start, end, to }: Mutation): string =>
  text.slice(0, start) + to + text.slice(end)

/** A generator of random numbers from 0 to 1 (mulberry32); the same seed gives the same numbers. */
export const randomFrom = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

/** The items in an order drawn by the random numbers. */
export const shuffled = <T>(all: readonly T[], random: () => number): T[] => {
  const list = [...all]
  for (let last = list.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    ;[list[last], list[other]] = [list[other] as T, list[last] as T]
  }
  return list
}

/**
 * Makes a function that typechecks a changed file with the rest of its project: a mutant that the compiler refuses says
 * nothing about the tests. The project is read once.
 */
export const typeChecker = (configPath: string) => {
  const config = ts.getParsedCommandLineOfConfigFile(
    configPath,
    { noEmit: true, composite: false, incremental: false },
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
        throw new Error(ts.flattenDiagnosticMessageText(messageText, ' '))
      },
    },
  )
  if (!config) throw new Error(`${configPath} cannot be read.`)
  const changed = new Map<string, { text: string; version: number }>()
  const read = (path: string) => changed.get(path)?.text ?? ts.sys.readFile(path)
  const service = ts.createLanguageService({
    ...ts.sys,
    getCompilationSettings: () => config.options,
    getScriptFileNames: () => config.fileNames,
    getScriptVersion: (path) => String(changed.get(path)?.version ?? 0),
    getScriptSnapshot: (path) => {
      const text = read(path)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getProjectReferences: () => config.projectReferences,
  })
  return (path: string, text: string): boolean => {
    const version = (changed.get(path)?.version ?? 0) + 1
    const before = ts.sys.readFile(path) ?? ''
    changed.set(path, { text, version })
    const isWell =
      service.getSyntacticDiagnostics(path).length === 0 && service.getSemanticDiagnostics(path).length === 0
    changed.set(path, { text: before, version: version + 1 })
    return isWell
  }
}
