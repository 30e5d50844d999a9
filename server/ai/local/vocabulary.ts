/**
 * Names of skills as people write them. They match as whole words regardless of letter case, unless the name is an
 * everyday word.
 */
export const skillNames: readonly string[] = [
  ...[
    'React',
    'React Native',
    'Next.js',
    'Vue',
    'Angular',
    'Svelte',
    'TypeScript',
    'JavaScript',
    'HTML',
    'CSS',
    'Node.js',
  ],
  ...[
    'Python',
    'Django',
    'FastAPI',
    'Flask',
    'Java',
    'Spring',
    'Kotlin',
    'Swift',
    'Rust',
    'PHP',
    'Laravel',
    'Ruby',
    'Rails',
  ],
  ...['C++', 'C#', '.NET', 'GraphQL', 'REST', 'PostgreSQL', 'MySQL', 'SQLite', 'MongoDB', 'Redis', 'SQL', 'Docker'],
  ...[
    'Kubernetes',
    'Terraform',
    'AWS',
    'Azure',
    'Linux',
    'Git',
    'DevOps',
    'Flutter',
    'Android',
    'iOS',
    'Unity',
    'Godot',
  ],
  ...[
    'Electron',
    'WebSockets',
    'Accessibility',
    'Testing',
    'Security',
    'Performance',
    'Machine Learning',
    'NLP',
    'OCR',
  ],
  ...[
    'Data Analysis',
    'Data Visualisation',
    'Statistics',
    'Excel',
    'Tableau',
    'Figma',
    'UX',
    'UI',
    'UX Design',
    'UI Design',
  ],
  ...[
    'Graphic Design',
    'Illustration',
    'Branding',
    'Typography',
    'Animation',
    'Photography',
    'Video Editing',
    'Blender',
  ],
  ...['Copywriting', 'Technical Writing', 'Writing', 'Editing', 'Translation', 'Proofreading', 'SEO', 'Marketing'],
  ...[
    'Social Media',
    'Fundraising',
    'Research',
    'Project Management',
    'Scrum',
    'Arduino',
    'Raspberry Pi',
    'GIS',
    'WordPress',
  ],
]
/** Skills whose names are everyday words, so that they count only with this exact capitalisation. */
export const properSkillNames: readonly string[] = [
  'Go',
  'R',
  'C',
  'Swift',
  'Spring',
  'Rust',
  'Unity',
  'Excel',
  'Git',
  'REST',
]

/** Other spellings of skills. */
export const skillAliases: Readonly<Record<string, string>> = {
  postgres: 'PostgreSQL',
  nodejs: 'Node.js',
  node: 'Node.js',
  reactjs: 'React',
  nextjs: 'Next.js',
  golang: 'Go',
  k8s: 'Kubernetes',
  ts: 'TypeScript',
  javascript: 'JavaScript',
  ml: 'Machine Learning',
  a11y: 'Accessibility',
  mongo: 'MongoDB',
  accessible: 'Accessibility',
}

export type Kind = 'software' | 'design' | 'writing' | 'data' | 'other'

/** The kind and the skills of things people ask for, used when the prompt names no skills. The first match counts. */
export const things: ReadonlyArray<{ words: readonly string[]; kind: Kind; skills: readonly string[] }> = [
  {
    words: ['logo', 'branding', 'brand', 'identity', 'poster', 'flyer'],
    kind: 'design',
    skills: ['Graphic Design', 'Branding'],
  },
  {
    words: ['illustration', 'illustrations', 'icons', 'drawing', 'drawings'],
    kind: 'design',
    skills: ['Illustration'],
  },
  {
    words: ['wireframe', 'wireframes', 'prototype', 'mockup', 'mockups', 'redesign'],
    kind: 'design',
    skills: ['UX Design', 'Figma'],
  },
  { words: ['video', 'trailer', 'film', 'animation'], kind: 'design', skills: ['Video Editing', 'Animation'] },
  {
    words: ['translation', 'translate', 'translations', 'subtitles'],
    kind: 'writing',
    skills: ['Translation', 'Proofreading'],
  },
  {
    words: [
      'article',
      'articles',
      'blog',
      'newsletter',
      'guide',
      'handbook',
      'manual',
      'book',
      'documentation',
      'notes',
    ],
    kind: 'writing',
    skills: ['Writing', 'Editing'],
  },
  { words: ['campaign', 'outreach', 'adverts', 'advertising'], kind: 'writing', skills: ['Marketing', 'Copywriting'] },
  {
    words: ['dataset', 'survey', 'statistics', 'forecast', 'analysis', 'report', 'charts'],
    kind: 'data',
    skills: ['Data Analysis', 'Research'],
  },
  {
    words: ['chatbot', 'classifier', 'recommendation', 'recommendations', 'model'],
    kind: 'software',
    skills: ['Python', 'Machine Learning'],
  },
  {
    words: ['dashboard', 'map', 'visualisation', 'visualization'],
    kind: 'software',
    skills: ['TypeScript', 'Data Visualisation'],
  },
  { words: ['mobile', 'android', 'ios', 'phone'], kind: 'software', skills: ['React Native', 'UX Design'] },
  { words: ['game', 'games'], kind: 'software', skills: ['Godot', 'Animation'] },
  {
    words: ['website', 'site', 'homepage', 'landing', 'page', 'pages', 'shop', 'store', 'portfolio'],
    kind: 'software',
    skills: ['HTML', 'CSS', 'JavaScript'],
  },
  {
    words: ['api', 'backend', 'database', 'server', 'integration', 'bot', 'script'],
    kind: 'software',
    skills: ['Node.js', 'PostgreSQL'],
  },
  {
    words: [
      'app',
      'application',
      'platform',
      'tool',
      'portal',
      'plugin',
      'extension',
      'software',
      'system',
      'editor',
      'tracker',
      'planner',
      'board',
    ],
    kind: 'software',
    skills: ['TypeScript', 'React', 'Node.js'],
  },
]

/** The verbs that a task may begin with. */
export const verbs: ReadonlySet<string> = new Set(
  (
    'add agree allow analyse analyze announce arrange ask audit automate build check clean collect compare configure connect ' +
    'create debug define deploy describe design develop document draft draw edit enable explain export extend film find fix ' +
    'gather hand implement import improve install integrate interview investigate launch link list make measure merge migrate ' +
    'model move optimise optimize organise organize paint photograph plan prepare print produce proofread publish record ' +
    'redesign reduce refactor release remove rename repair replace report research review rewrite save schedule send set ship ' +
    'show simplify sketch sort speed split store support survey test track train translate update upgrade upload validate ' +
    'verify visualise visualize write'
  ).split(' '),
)

export const buildVerb: Readonly<Record<Kind, string>> = {
  software: 'Build',
  design: 'Design',
  writing: 'Write',
  data: 'Prepare',
  other: 'Prepare',
}

/** Words that tell nothing about a project. */
export const fillers: ReadonlySet<string> = new Set(
  (
    'a an the and or of for to in on at by with from into as is are be it its this that these those we i you they our my your ' +
    'their us me them will would should must can could shall may might need needs want wants like please also just very so ' +
    'some any all more most then than there here who which what where when while because have has had do does did let lets ' +
    'using use used about around over under up down out per via etc project work working looking help someone somebody people ' +
    'new good great nice simple easy small big large within before after until'
  ).split(' '),
)
