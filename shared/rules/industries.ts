import type { Industry } from '../contract/people.ts'

/**
 * Words in people's skills that show an industry ('React Developer', 'UX Writing'). Lower-case ASCII, because they are
 * compared with the words into which this file and the database's skill_words() split skills.
 */
const keywords: Readonly<Record<Industry, readonly string[]>> = {
  Design: (
    'design designer ui ux figma sketch illustration illustrator photoshop branding typography animation animator ' +
    'prototyping wireframing graphic graphics 3d blender photography video'
  ).split(' '),
  Engineering: (
    'react node javascript typescript python java kotlin swift go golang rust php ruby c c++ c# html css ' +
    'developer development engineer engineering frontend backend fullstack stack devops docker kubernetes terraform ' +
    'aws cloud android ios flutter vue angular svelte next graphql api apis postgresql mysql mongodb redis linux git ' +
    'testing electron unity godot embedded arduino electronics firmware security cryptography accessibility monitoring'
  ).split(' '),
  Data: (
    'data statistics statistician analytics analysis analyst machine ml ai nlp ocr gis pandas numpy tensorflow pytorch sql r ' +
    'tableau etl spark scraping visualisation visualization forecasting'
  ).split(' '),
  Writing: (
    'writing writer copywriting copywriter editing editor content blog blogging proofreading translation translator ' +
    'documentation journalism journalist storytelling localisation localization'
  ).split(' '),
  Marketing: (
    'marketing marketer seo sem advertising ads social campaign campaigns newsletter newsletters growth outreach branding ' +
    'fundraising pr community'
  ).split(' '),
  Product: (
    'product roadmap roadmapping scrum agile kanban manager management planning strategy research facilitation workshops ' +
    'logistics'
  ).split(' '),
}

/** The words with which a search for the industry finds people's skills. */
export const industryKeywords = (industry: Industry): readonly string[] => keywords[industry]

const names = Object.keys(keywords) as Industry[]

/** The industries that the skills belong to (none, one or several), in the directory's order. */
export const industriesOf = (skills: readonly string[]): Industry[] => {
  const words = new Set(
    skills
      .join(' ')
      .toLowerCase()
      .split(/[^a-z0-9+#]+/),
  )
  return names.filter((industry) => keywords[industry].some((word) => words.has(word)))
}
