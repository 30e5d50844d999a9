import { type GeneratedTask, TASK_TEXT_MAX } from '../../../shared/contract/index.ts'
import { shorten, unique } from './read-prompt.ts'
import { bullets, capitalise } from './write-project.ts'

const SHORTER = /\b(?:short|shorter|shorten|concise|brief|briefer|summari[sz]e|summary)\b/i
const AS_LIST = /\b(?:list|steps?|checklist|bullets?|points|criteria|done when|structured?)\b/i
/** Matches the words of a request that say how to write, not what to write about. */
const MANNER =
  /^(?:(?:please|can|could|you|make|rewrite|write|turn|add|include|mention|also|it|this|the|a|an|description|text|into|as|to|more|be|should|say|that|and|with|of|acceptance)\s+)*/i
const KEPT_SENTENCES = 2
/** Matches the headings that an earlier rewriting put above its lists, so that they do not become points of a list. */
const HEADING = /^(?:done when|also asked for):?$/i

/** Rewrites the description as the request asks: shorter, as a list, or with the request's own additions at the end. */
export const rewriteDescription = ({ title, description }: GeneratedTask, request: string): string => {
  const original = description.trim() || `${title}.`
  const sentences = original
    .split(/(?<=[.!?。！？])\s+|\n+/u)
    .map((sentence) => sentence.replace(/^[-*•]\s*/, '').trim())
    .filter((sentence) => sentence !== '' && !HEADING.test(sentence) && !isSame(sentence, title))
  const kept = SHORTER.test(request) ? sentences.slice(0, KEPT_SENTENCES) : sentences
  const body = AS_LIST.test(request)
    ? `${title}\n\nDone when:\n${bullets(unique(kept.map((sentence) => capitalise(sentence.replace(/[.。]$/u, '')))))}`
    : kept.length === sentences.length
      ? original
      : kept.join(' ')
  const added = additions(request)
  return shorten(
    [body, ...(added.length > 0 ? [`Also asked for:\n${bullets(added)}`] : [])].join('\n\n'),
    TASK_TEXT_MAX,
  )
}

const isSame = (one: string, other: string): boolean =>
  one.replace(/[.。]$/u, '').toLowerCase() === other.trim().toLowerCase()

const additions = (request: string): string[] =>
  unique(
    request
      .split(/[.;,!?\n]+\s*|\s+and\s+/i)
      .map((clause) => `${clause.trim()} `.replace(MANNER, '').trim())
      .filter((clause) => clause !== '' && !SHORTER.test(clause) && !AS_LIST.test(clause))
      .map(capitalise),
  )
