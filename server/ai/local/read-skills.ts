import { skillCatalogue } from '#shared/rules/skill-catalogue.ts'

/** Other spellings of skills. */
const aliases: Readonly<Record<string, string>> = {
  Postgres: 'PostgreSQL',
  NodeJS: 'Node.js',
  ReactJS: 'React',
  NextJS: 'Next.js',
  Golang: 'Go',
  K8s: 'Kubernetes',
  'Google Go': 'Go',
  'Data Visualization': 'Data Visualisation',
  Photoshop: 'Adobe Photoshop',
}

/** Names of tools that are also everyday words: they count only with their capitals, and after words that name a tool. */
const everyday = new Set(
  'Angular, Blender, C, Docker, Electron, Excel, Firebase, Flutter, Git, Go, Java, Laravel, NLP, Nuxt, Python, R, React, REST, Ruby, Rust, Sass, Scrum, Svelte, Swift, Tableau, Unity'.split(
    ', ',
  ),
)
/**
 * Names made of ordinary words, such as Translation: 'our translation office' asks for no translator. They count only
 * in a list of skills.
 */
const isOrdinary = (skill: string): boolean =>
  aliases[skill] === undefined && /^[A-Z][a-z]+(?:[ -][A-Za-z][a-z]*)*$/.test(skill) && !brands.has(skill)
const brands = new Set(
  [...everyday].concat(
    'Adobe Illustrator, Adobe Photoshop, Android, Arduino, Azure, Django, Figma, Godot, Kotlin, Kubernetes, Linux, Raspberry Pi, React Native, Redis, Ruby on Rails, Shopify, Spring Boot, Terraform, Vue'.split(
      ', ',
    ),
  ),
)

const LISTS = /\bskills?(?:\s+(?:needed|wanted|required))?\s*(?::|are|-|–)\s*([^.\n;]+)/giu
const TOOL = String.raw`(?:\b(?:in|with|using|use|uses|on|from|to|knows?|knowing|experience (?:in|with|of)|written in|built (?:in|with|on)|and|or)\s+|[,/(+&:]\s*)`

/** The skills that a text names beyond doubt, in its order and without those inside longer ones. */
export const readSkills = (text: string): string[] => {
  const lists = [...text.matchAll(LISTS)].map(([, list = '']) => list).join(', ')
  const spellings = [...skillCatalogue.map((skill) => [skill, skill] as const), ...Object.entries(aliases)]
  const found = spellings.flatMap(([spelling, skill]) => {
    const at = placeOf(text, lists, spelling)
    return at < 0 ? [] : [{ skill, at, end: at + spelling.length }]
  })
  const longest = found.filter(
    ({ at, end }) => !found.some((other) => other.at <= at && other.end >= end && other.end - other.at > end - at),
  )
  return [...new Set(longest.sort((one, other) => one.at - other.at).map(({ skill }) => skill))]
}

const placeOf = (text: string, lists: string, spelling: string): number => {
  const word = String.raw`(?<![\p{L}\p{N}])${escape(spelling)}(?![\p{L}\p{N}+#]|\.\p{L})`
  const inList = new RegExp(word, 'iu').test(lists)
  if (inList || (!everyday.has(spelling) && !isOrdinary(spelling))) return text.search(new RegExp(word, 'iu'))
  if (!everyday.has(spelling)) return -1
  const found = new RegExp(String.raw`(?<=${TOOL})${word}`, 'u').exec(text)
  return found?.index ?? -1
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
