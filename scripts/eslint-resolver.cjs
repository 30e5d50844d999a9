// Tells eslint-plugin-boundaries which file an import means, as Node itself resolves it: package.json's `imports` too, which
// eslint-import-resolver-node does not know. Every import of ours names the file's ending, so nothing is tried.
const { createRequire, isBuiltin } = require('node:module')

exports.interfaceVersion = 2
exports.resolve = (source, file) => {
  if (isBuiltin(source)) return { found: true, path: null }
  try {
    return { found: true, path: createRequire(file).resolve(source) }
  } catch {
    return { found: false }
  }
}
