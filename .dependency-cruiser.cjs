/**
 * The server's modules that others use, from the top floor down. A module may use the services of the modules below it and of none above
 * it, so that no two modules need each other. Modules without a place here are on top: no other module uses them.
 */
const floors = [
  'users',
  'ai',
  'payments',
  'files',
  'memberships',
  'saved',
  'open-tasks',
  'projects',
  'auth',
  'imports',
  'comments',
  'proposals',
  'tasks',
  'submissions',
  'ledger',
  'ratings',
  'claims',
  'reputation',
  'people',
  'records',
  'creator-applications',
  'waitlist',
  'notifications',
]
const moduleFiles = (...names) => `^server/modules/(${names.join('|')})/`
const notTests = '\\.test\\.tsx?$'

/**
 * The rooms of large folders of the renderer, from the top floor down; a file that is in none of them composes them. A new room gets
 * its place here.
 */
const rooms = {
  'src-renderer/features/tasks': [
    'guest',
    'plan',
    'backlog',
    'board',
    'task',
    'import',
    'fields',
    'choosers',
    'templates',
    'review',
    'offer',
    'talk',
    'filters',
    'data',
  ],
  'src-renderer/features/collaborators': ['members', 'payments', 'requests', 'analytics', 'data'],
  'src-renderer/ui': ['project', 'board', 'person', 'list', 'form', 'text', 'layout', 'feedback', 'look'],
}

/** Says which program, and which module of the server, may import which other; eslint-plugin-boundaries has the rules within them. */
module.exports = {
  forbidden: [
    {
      name: 'no-cycle',
      comment: 'Files that import each other in a circle cannot be understood or loaded apart.',
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
      comment: 'The desktop starts the server as a process; only the server, tests and scripts import it.',
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
      name: 'used-module-has-floor',
      comment: 'A module that other modules use needs its place in the list `floors` of .dependency-cruiser.cjs.',
      severity: 'error',
      from: { path: '^server/modules/([^/]+)/', pathNot: notTests },
      to: { path: '^server/modules/', pathNot: ['^server/modules/$1/', moduleFiles(...floors)] },
    },
    ...floors.slice(1).map((name, at) => ({
      name: 'module-uses-those-below',
      comment:
        'A module uses only modules below it. Code that two modules need goes below both (server/access), or a caller passes it in.',
      severity: 'error',
      from: { path: moduleFiles(name), pathNot: notTests },
      to: { path: moduleFiles(...floors.slice(0, at + 1)) },
    })),
    {
      name: 'module-by-its-service',
      comment:
        'What runs the modules uses them as they use each other: through service.ts alone. Generated lists join handlers and jobs.',
      severity: 'error',
      from: {
        path: '^server/((plugins|live|jobs|process|demo|http|mail|settings|limits)/|[^/]+$)',
        pathNot: [notTests, '[.]generated[.]ts$'],
      },
      to: { path: '^server/modules/', pathNot: '^server/modules/[^/]+/service[.]ts$' },
    },
    {
      name: 'module-knows-no-runner',
      comment:
        'A module does not know what runs it: what it needs of plugins, streams or the demo world comes by its deps.',
      severity: 'error',
      from: { path: '^server/modules/', pathNot: notTests },
      to: { path: '^server/((plugins|demo|commands|backup|live)/|(app|main|handlers[.]generated)[.]ts$)' },
    },
    {
      name: 'demo-is-known-to-its-starters',
      comment:
        'The product works without the demo world: only what starts a server, its health and the commands know it.',
      severity: 'error',
      from: {
        path: '^(server|shared)/',
        pathNot: [notTests, '^server/(demo|process|commands)/', '^server/(app|plugins/health)[.]ts$'],
      },
      to: { path: '^server/demo/' },
    },
    ...Object.entries(rooms).flatMap(([folder, names]) => [
      {
        name: 'room-has-floor',
        comment: 'A room of this folder needs its place in the list `rooms` of .dependency-cruiser.cjs.',
        severity: 'error',
        from: { path: `^${folder}/[^/]+/`, pathNot: `^${folder}/(${names.join('|')})/` },
        to: {},
      },
      ...names.map((name, at) => ({
        name: 'room-uses-those-below',
        comment: 'A room uses only rooms below it, and nothing of the files that compose them.',
        severity: 'error',
        from: { path: `^${folder}/${name}/`, pathNot: notTests },
        to: { path: [`^${folder}/[^/]+$`, ...(at > 0 ? [`^${folder}/(${names.slice(0, at).join('|')})/`] : [])] },
      })),
    ]),
    {
      name: 'resolvable',
      comment: 'This import leads nowhere.',
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
