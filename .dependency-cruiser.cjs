/**
 * The server's modules, from the top floor down: each may use the services of those below it, and of none above, so that no two
 * need each other. A new module gets its place here.
 */
const floors = [
  'system',
  'users',
  'ai',
  'payments',
  'files',
  'memberships',
  'projects',
  'auth',
  'tasks',
  'people',
  'creator-applications',
  'waitlist',
]
const moduleFiles = (...names) => `^server/modules/(${names.join('|')})/`
const notTests = '\\.test\\.ts$'

/** Who may reach whom across the programs, and between the server's modules; eslint-plugin-boundaries decides within them. */
module.exports = {
  forbidden: [
    {
      name: 'no-cycle',
      comment: 'Two files that import each other cannot be understood or loaded apart.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-node-in-renderer',
      comment: 'The renderer and shared/ run in a browser: no Node module may be in them.',
      severity: 'error',
      from: { path: '^(src-renderer|shared)/', pathNot: '\\.test\\.tsx?$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'electron-only-in-shell',
      comment: 'Only the main process and the preload know Electron.',
      severity: 'error',
      from: { pathNot: '^(src-main|src-preload|tests)/' },
      to: { path: '^electron$|node_modules/electron/' },
    },
    {
      name: 'server-is-not-a-library',
      comment: 'The desktop starts the server as a process; only the server and tests import it.',
      severity: 'error',
      from: { pathNot: '^(server|tests|scripts)/|\\.test\\.tsx?$' },
      to: { path: '^server/', reachable: true },
    },
    {
      name: 'shared-stands-alone',
      comment: 'shared/ is what the programs have in common: it imports none of them.',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '^(server|src-main|src-preload|src-renderer|cli|scripts|tests)/' },
    },
    {
      name: 'programs-stand-apart',
      comment: 'Programs meet in shared/ and over the wire; the renderer alone takes its bridge type from the preload.',
      severity: 'error',
      from: { path: '^(server|cli|src-main|src-preload|src-renderer)/', pathNot: '\\.test\\.tsx?$' },
      to: {
        path: '^(server|cli|src-main|src-preload|src-renderer)/',
        pathNot: ['^$1/', '^src-preload/'],
      },
    },
    {
      name: 'module-has-floor',
      comment: 'A module of the server without a place among the others (floors, in this file).',
      severity: 'error',
      from: { path: '^server/modules/', pathNot: moduleFiles(...floors) },
      to: {},
    },
    ...floors.slice(1).map((name, at) => ({
      name: 'module-uses-those-below',
      comment:
        'Modules that need each other are one. What both need stands below them (server/access), or is handed in.',
      severity: 'error',
      from: { path: moduleFiles(name), pathNot: notTests },
      to: { path: moduleFiles(...floors.slice(0, at + 1)) },
    })),
    {
      name: 'resolvable',
      comment: 'An import that leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['^#platform$', '[.]svg$', '[.]css$', '^electron$'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(out|dist)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
