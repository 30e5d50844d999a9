/** Who may reach whom across the programs; eslint-plugin-boundaries decides within them. */
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
