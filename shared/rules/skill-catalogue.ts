import { fold } from '../contract/fold.ts'
import { marketSkills, skillsList } from './skills.ts'

const known =
  'Accessibility, Accounting, Adobe Photoshop, Adobe Illustrator, Android, Angular, Animation, Arduino, Audio Editing, AWS, Azure, Blender, ' +
  'Branding, C, C#, C++, CAD, Copywriting, CSS, Data Analysis, Data Engineering, Data Entry, Data Science, ' +
  'Data Visualisation, DevOps, Django, Docker, Editing, Electron, Electronics, Event Management, Excel, Figma, Firebase, Flutter, Full Stack, ' +
  'Fundraising, Game Development, GIS, Git, Go, Godot, Graphic Design, GraphQL, HTML, Illustration, InDesign, iOS, Java, JavaScript, Journalism, ' +
  'Kotlin, Kubernetes, Laravel, Linux, Machine Learning, Marketing, MongoDB, Motion Design, MySQL, .NET, Next.js, NLP, Nuxt, OCR, Performance, ' +
  'Photo Editing, Photography, PHP, PostgreSQL, Product Management, Project Management, Proofreading, Python, QGIS, R, Raspberry Pi, ' +
  'React Native, Redis, Research, REST, Ruby, Ruby on Rails, Rust, Sass, Scrum, Security, SEO, Shopify, Social Media, ' +
  'Spring Boot, SQL, SQLite, Statistics, Subtitling, Svelte, Swift, Tableau, Tailwind CSS, Teaching, Technical Writing, Terraform, Testing, ' +
  'Transcription, Translation, TypeScript, Typography, UI Design, Unity, User Research, UX Design, Video Editing, Vue, ' +
  'Voice-over, Web Design, Web Development, WordPress, Writing'

/** Skills by their usual spelling, in the order of the alphabet. Any other skill can be typed. */
export const skillCatalogue: readonly string[] = skillsList([...marketSkills, known].join(',')).sort((one, other) =>
  one.localeCompare(other, 'en', { sensitivity: 'base' }),
)

const MATCH = { prefix: 0, word: 1, inside: 2, none: 3 } as const

const matchOf = (skill: string, typed: string): number => {
  const at = fold(skill).indexOf(typed)
  if (at <= 0) return at === 0 ? MATCH.prefix : MATCH.none
  const beginsWord = fold(skill)
    .split(/[^\p{L}\p{N}+#.]+/u)
    .some((word) => word.startsWith(typed))
  return beginsWord ? MATCH.word : MATCH.inside
}

/** The skills that hold the typed text: those that begin with it, then those with such a word, then the others. */
export const matchingSkills = (skills: readonly string[], typed: string): string[] => {
  const text = fold(typed.trim())
  if (text === '') return [...skills]
  const found = skills.map((skill) => ({ skill, match: matchOf(skill, text) }))
  return found
    .filter(({ match }) => match !== MATCH.none)
    .sort((one, other) => one.match - other.match)
    .map(({ skill }) => skill)
}
