import { skillsList } from '#shared/rules/skills.ts'
import type { ProjectBrief } from '../writer.ts'
import type { Plan } from './plans.ts'

/** What a word says of the kind of project, by its place. */
const POINTS = { title: 4, wish: 3, elsewhere: 1, skill: 1 } as const
/** A plan needs this many points. Skills alone do not reach it, nor does a word in passing. */
const ENOUGH = 2.5
const SKILLS_COUNTED = 2

/** 'Website for our photography club' is a website: what follows these words is somebody or something else. */
const ASIDE = /\s(?:for|about|of|by|from|on|at|against|around)\s/iu
/** What a sentence of a description wants. */
const WISH =
  /\b(?:want|wants|need|needs|would like|looking for|look for|planning|plan|build|create|make|develop|design|launch|start|organi[sz]e|produce|write|set up|redo|renew|improve)\b([^.!?\n]*)/giu
/** The first words of a sentence that tells of the thing: 'Migrate 5,000 tickets', but not 'Our video agency'. */
const OPENING = /(?<=^|[.!?\n]\s*)(?!(?:we|our|i|my|the|they|their|this|it)\s)\S+(?:\s+\S+){0,2}/giu
/** 'Check our site for accessibility' names its subject at the end. */
const CHECKS = /^\s*(?:check|test|review|audit|scan|inspect)\b/iu
/** Up to here a wish names the thing; then it tells what the thing does. */
const THING_ENDS = /\b(?:where|that|which|who|so that|because|for|with|about|of|to sell|by)\b/iu

/** The plan that fits the project best by its words and skills; null when none does. */
export const choosePlan = (plans: readonly Plan[], brief: ProjectBrief): Plan | null => {
  const [thing = '', ...aside] = CHECKS.test(brief.title) ? [brief.title] : brief.title.split(ASIDE)
  const wishes = [
    ...[...brief.description.matchAll(WISH)].map(([, wish = '']) => wish.split(THING_ENDS)[0] ?? ''),
    ...[...brief.description.matchAll(OPENING)].map(([opening]) => opening),
  ]
  const places = [
    [thing, POINTS.title],
    [wishes.join('\n'), POINTS.wish],
    [[...aside, brief.description, brief.deliverables].join('\n'), POINTS.elsewhere],
  ] as const
  const asked = new Set(skillsList(brief.skills).map((skill) => skill.toLowerCase()))
  let best: { plan: Plan; points: number } | null = null
  for (const plan of plans) {
    const byWords = plan.words
      .map((word) => Math.max(0, ...places.map(([text, points]) => (has(text, word) ? points : 0))))
      .sort((one, other) => other - one)
    const bySkills = plan.skills.filter((skill) => asked.has(skill.toLowerCase())).length
    const points = (byWords[0] ?? 0) + (byWords[1] ?? 0) / 2 + Math.min(SKILLS_COUNTED, bySkills) * POINTS.skill
    if ((byWords[0] ?? 0) > 0 && points >= ENOUGH && points > (best?.points ?? 0)) best = { plan, points }
  }
  return best?.plan ?? null
}

const has = (text: string, word: string): boolean =>
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])${word.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)}(?:e?s)?(?![\p{L}\p{N}])`,
    'iu',
  ).test(text)
